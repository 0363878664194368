/** Keeps a key out of logs, in every form in which programs and sites repeat it. */

/** Shorter parts of a key are no secrets, and would remove words from every log. */
const SHORTEST = 8;
const MARK = "[redacted]";

/**
 * @param secrets a key that is JSON, plain, URL-encoded or in base64, is hidden with each of its values
 * @returns a function that replaces them in a text
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const all = new Set(secrets.flatMap((secret) => [secret, ...valuesIn(secret)]).flatMap(formsOf));
  const forms = [...all].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
  if (forms.length === 0) return (text) => text;
  const pattern = new RegExp(forms.map(escapeRegExp).join("|"), "gi"); // hex is written in both cases
  return (text) => text.replace(pattern, MARK);
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((offset) => base64At(bytes, offset));
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("hex"),
    ...encoded,
    ...encoded.map((form) => form.replaceAll("+", "-").replaceAll("/", "_")),
  ];
}

/** As base64 has it inside of a longer text, such as the credentials of an Authorization header. */
function base64At(bytes: Buffer, offset: number): string {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const whole = Math.floor((padded.length * 8) / 6);
  return padded.toString("base64").slice(offset === 0 ? 0 : offset + 1, whole);
}

function valuesIn(key: string): string[] {
  for (const text of [key, urlDecoded(key), Buffer.from(key, "base64").toString("utf8")]) {
    try {
      return [text, ...stringsIn(JSON.parse(text))];
    } catch {
      // in another encoding, or no JSON
    }
  }
  return [];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function urlDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
