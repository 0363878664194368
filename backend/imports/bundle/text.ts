/** Characters that are invalid in tables, XML feeds or JSON responses. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** Cheap test: can a line of JSON contain any of them, escaped or not? */
const SUSPECT = /\\u(00[01]|d[89a-f]|fff[ef])|[\ufffe\uffff]/i;

/** Removes control characters other than tab and line ends; lone surrogates become U+FFFD. */
export function stripControls(text: string): string {
  return text.replace(CONTROLS, "").replace(LONE_SURROGATE, "\ufffd");
}

/** Parses a line and cleans its strings, except the top-level fields in `untouched` (keys must fail instead). */
export function parseClean(line: string, untouched: ReadonlySet<string>): unknown {
  const value: unknown = JSON.parse(line);
  if (!SUSPECT.test(line)) return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, untouched.has(name) ? field : clean(field)]),
  );
}

function clean(value: unknown): unknown {
  if (typeof value === "string") return stripControls(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [stripControls(name), clean(field)]),
  );
}
