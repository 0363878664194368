/**
 * Appearance settings applied immediately: words become attributes of the root (`data-cards-density="compact"`),
 * numbers custom properties (`--reader-size: 1.2`). `public/theme.js` applies the stored ones before the first paint,
 * and supports only the areas it lists.
 */
import { parseObject } from "./parse-object.ts";
import { createSetting, type SettingOptions } from "./setting.ts";
import type { StoredKey } from "./storage.ts";

export type LookValues = Record<string, string | number>;
/** Allowed words, the default first; or a range. */
export type LookRule = readonly string[] | { min: number; max: number; step: number; initial: number };

export type LookOf<R extends Record<string, LookRule>> = {
  [K in keyof R]: R[K] extends readonly string[] ? R[K][number] : number;
};

export interface Look<V extends LookValues> {
  use: () => V;
  choose: (part: Partial<V>) => void;
  /** Resets to the defaults. */
  reset: () => void;
}

export function createLook<const R extends Record<string, LookRule>>(
  area: StoredKey,
  rules: R,
  { ssr }: Pick<SettingOptions<LookValues>, "ssr"> = {},
): Look<LookOf<R>> {
  const setting = createSetting(
    area,
    (text) => chosenOf(rules, text),
    {} as LookValues,
    ssr === undefined ? {} : { ssr },
  );
  const initial = initialValues(rules);
  /** Cached, so that equal choices give the same object. */
  let whole = { chosen: setting.get(), values: { ...initial, ...setting.get() } };
  if (typeof document !== "undefined") setting.subscribe(() => show(area, Object.keys(rules), setting.get()));
  return {
    use: () => {
      const chosen = setting.use();
      if (chosen !== whole.chosen) whole = { chosen, values: { ...initial, ...chosen } };
      return whole.values as LookOf<R>;
    },
    choose: (part) => {
      const next: LookValues = {};
      for (const [name, value] of Object.entries({ ...setting.get(), ...part }))
        if (value !== initial[name] && value !== undefined) next[name] = value as string | number;
      setting.set(Object.keys(next).length === 0 ? undefined : next);
    },
    reset: () => setting.set(undefined),
  };
}

function initialValues(rules: Record<string, LookRule>): LookValues {
  const entries = Object.entries(rules).map(([name, rule]) => [
    name,
    isChoice(rule) ? (rule[0] ?? "") : rule.initial,
  ]);
  return Object.fromEntries(entries) as LookValues;
}

/** Parses stored choices and drops those the rules do not allow. */
export function chosenOf(rules: Record<string, LookRule>, text: string): LookValues | undefined {
  const stored = parseObject(text);
  if (stored === undefined) return undefined;
  const allowed = Object.entries(stored).filter(([name, value]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) return false;
    return isChoice(rule)
      ? typeof value === "string" && rule.includes(value)
      : typeof value === "number" && value >= rule.min && value <= rule.max;
  });
  return Object.fromEntries(allowed) as LookValues;
}

function isChoice(rule: LookRule): rule is readonly string[] {
  return Array.isArray(rule);
}

function show(area: string, names: string[], chosen: LookValues): void {
  const root = document.documentElement;
  for (const name of names) {
    const value = chosen[name];
    if (typeof value === "string") root.setAttribute(`data-${area}-${name}`, value);
    else root.removeAttribute(`data-${area}-${name}`);
    if (typeof value === "number") root.style.setProperty(`--${area}-${name}`, String(value));
    else root.style.removeProperty(`--${area}-${name}`);
  }
}
