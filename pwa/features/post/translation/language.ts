/** Detects the language of a text, with the browser's detector if available, otherwise by its script. */

interface LanguageDetector {
  detect: (text: string) => Promise<{ detectedLanguage?: string; confidence?: number }[]>;
}
interface DetectorMaker {
  availability: () => Promise<string>;
  create: () => Promise<LanguageDetector>;
}

/** Sufficient for detection; long texts are cut. */
const SAMPLE = 1_000;
const SURE = 0.7;
/** Ordered: the first script with a fifth of the letters wins. Japanese also uses Chinese characters. */
const SCRIPTS = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
] as const;
const SHARE = 0.2;

/** @returns BCP 47 tag; undefined if unknown, for example for a short text in Latin letters */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = text.slice(0, SAMPLE);
  return (await askBrowser(sample).catch(() => undefined)) ?? languageOfScript(sample);
}

async function askBrowser(text: string): Promise<string | undefined> {
  const { LanguageDetector } = globalThis as { LanguageDetector?: DetectorMaker };
  // Downloading a detector requires a user gesture, so only an installed one is used.
  if (LanguageDetector === undefined || (await LanguageDetector.availability()) !== "available")
    return undefined;
  const [best] = await (await LanguageDetector.create()).detect(text);
  return (best?.confidence ?? 0) >= SURE && best?.detectedLanguage !== "und"
    ? best?.detectedLanguage
    : undefined;
}

/** Detects languages whose script no other language of the archive uses. */
export function languageOfScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return SCRIPTS.find(([, script]) => (text.match(script)?.length ?? 0) > letters * SHARE)?.[0];
}
