import {
  keyOf,
  SHORTCUT_IDS,
  SHORTCUTS,
  type ShortcutId,
  type ShortcutSettings,
} from "../../../lib/shortcuts.ts";

/** @returns settings with a new key for `id`, or the shortcut that already uses the key */
export function withKey(
  settings: ShortcutSettings,
  id: ShortcutId,
  key: string,
): ShortcutSettings | { takenBy: ShortcutId } {
  const wanted = key.trim().toLowerCase();
  const takenBy = SHORTCUT_IDS.find((other) => other !== id && keyOf(other, settings) === wanted);
  if (wanted !== "" && takenBy !== undefined) return { takenBy };
  const { [id]: _, ...rest } = settings.keys;
  return { ...settings, keys: wanted === SHORTCUTS[id] ? rest : { ...rest, [id]: wanted } };
}
