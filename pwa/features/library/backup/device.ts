/** Reads the backup's data from this device and writes it back. */
import { chooseLocale, LOCALES, type Locale } from "../../../i18n/index.ts";
import { cardSize, chooseCardSize, sizeOf } from "../../../lib/card-size.ts";
import { readStored, type StoredKey, writeStored } from "../../../lib/storage.ts";
import { chooseTheme, THEMES } from "../../../lib/theme.ts";
import { visits } from "../../reading/history/store.ts";
import { mutes } from "../../reading/mutes/store.ts";
import { parseMarks, printMarks } from "../../reading/seen/marks.ts";
import type { BackupData } from "./combine.ts";
import { CHOICES, type ChoiceName } from "./file.ts";

/** The storage is full; nothing was changed. */
export class FullError extends Error {
  override name = "FullError";
}

/** Storage key of the card size, which is stored apart from the other choices. */
const SIZE = "thumbSize";

export function readDeviceData(): BackupData {
  const choices: BackupData["choices"] = {};
  for (const name of CHOICES) {
    const text = name === SIZE ? sizeText() : readStored(name);
    if (text !== undefined) choices[name] = text;
  }
  const { mode, creators, tags, words, services } = mutes.get();
  return {
    choices,
    seen: parseMarks(readStored("seen") ?? ""),
    mutes:
      readStored("mutes") === undefined
        ? undefined
        : { mode, creators: [...creators], tags: [...tags], words: [...words], services: [...services] },
    visits: visits.get(),
  };
}

function sizeText(): string | undefined {
  return document.cookie.includes(`${SIZE}=`) ? String(cardSize.get()) : undefined;
}

/** @throws FullError */
export async function writeDeviceData(next: BackupData): Promise<void> {
  const texts = textsOf(next);
  const before = new Map([...texts.keys()].map((key) => [key, readStored(key)]));
  for (const [key, text] of texts) {
    writeStored(key, text);
    if (readStored(key) === text) continue;
    for (const [old, value] of before) writeStored(old, value);
    throw new FullError();
  }
  // Updates the screen as a write in another tab would.
  for (const key of texts.keys()) dispatchEvent(new StorageEvent("storage", { key }));
  const size = next.choices[SIZE];
  chooseCardSize(size === undefined ? undefined : sizeOf(size));
  chooseTheme(THEMES.find((theme) => theme === next.choices.theme) ?? "system");
  const locale = next.choices.locale;
  // Last, as it remounts the whole screen.
  if (locale !== undefined && Object.hasOwn(LOCALES, locale))
    await chooseLocale(locale as Locale).catch(() => undefined);
}

function textsOf({
  choices,
  seen,
  mutes: muted,
  visits: visits_,
}: BackupData): Map<StoredKey, string | undefined> {
  const names: ChoiceName[] = CHOICES.filter((name) => name !== SIZE);
  return new Map<StoredKey, string | undefined>([
    ...names.map((name) => [name, choices[name]] as const),
    ["seen", seen.size === 0 ? undefined : printMarks(seen)] as const,
    ["mutes", muted === undefined ? undefined : JSON.stringify(muted)] as const,
    ["visits", visits_.length === 0 ? undefined : JSON.stringify(visits_)] as const,
  ]);
}
