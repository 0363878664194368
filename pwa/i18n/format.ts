/** Formats compiled messages of the common kinds without Intl, whose first use is slow on phones. */

/**
 * Output of `app/build/compile-catalogs.ts` for a message: texts, `[name]`, and `[name, "plural", { one: […], other:
 * […] }]`.
 */
export type Token = string | [name: string, type?: string, cases?: Record<string, Token[] | number>];

export interface Language {
  plural: (count: number) => string;
  number: (value: number) => string;
}

/** @returns undefined for other kinds of messages */
export function print(
  tokens: readonly Token[],
  values: Record<string, string | number>,
  language: Language,
  count?: number,
): string | undefined {
  let text = "";
  for (const token of tokens) {
    const part =
      typeof token === "string" ? printText(token, language, count) : printValue(token, values, language);
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}

/** Replaces `#` inside a plural by its number. */
function printText(token: string, language: Language, count: number | undefined): string {
  return token === "#" && count !== undefined ? language.number(count) : token;
}

function printValue(
  [name, type, cases]: Exclude<Token, string>,
  values: Record<string, string | number>,
  language: Language,
): string | undefined {
  const value = values[name];
  if (type === undefined) return value === undefined ? "" : String(value);
  if (type !== "plural" || typeof value !== "number" || cases === undefined || "offset" in cases)
    return undefined;
  const chosen = cases[value] ?? cases[language.plural(value)] ?? cases["other"];
  if (typeof chosen === "string") return printText(chosen, language, value);
  return Array.isArray(chosen) ? print(chosen, values, language, value) : undefined;
}
