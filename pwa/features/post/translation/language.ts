/** Which language a text is in: asked of the browser where it can tell, else told from its script. */

interface LanguageDetector {
  detect: (text: string) => Promise<{ detectedLanguage?: string; confidence?: number }[]>;
}
interface DetectorMaker {
  availability: () => Promise<string>;
  create: () => Promise<LanguageDetector>;
}

/** Enough to tell by; long posts are not read as a whole. */
const SAMPLE = 1_000;
const SURE = 0.7;
/** The first that has a fifth of the letters: Japanese has Chinese characters, too. */
const SCRIPTS = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
] as const;
const SHARE = 0.2;

/** @returns a BCP 47 tag; undefined where that is not known, such as of a short text in Latin letters */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = text.slice(0, SAMPLE);
  return (await askBrowser(sample).catch(() => undefined)) ?? languageOfScript(sample);
}

async function askBrowser(text: string): Promise<string | undefined> {
  const { LanguageDetector } = globalThis as { LanguageDetector?: DetectorMaker };
  // One that had to be downloaded first is not asked for without a press.
  if (LanguageDetector === undefined || (await LanguageDetector.availability()) !== "available")
    return undefined;
  const [best] = await (await LanguageDetector.create()).detect(text);
  return (best?.confidence ?? 0) >= SURE && best?.detectedLanguage !== "und"
    ? best?.detectedLanguage
    : undefined;
}

/** Of texts whose letters only one of the archive's languages has. */
export function languageOfScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return SCRIPTS.find(([, script]) => (text.match(script)?.length ?? 0) > letters * SHARE)?.[0];
}
