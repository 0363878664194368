/** Removes a key from logs, in all forms in which programs and sites repeat it. */

/** Shorter parts of a key are not secret, and redacting them would remove ordinary words. */
const MIN_SECRET_LENGTH = 8;
const MARK = "[redacted]";

/**
 * @param secrets for JSON keys (plain, URL-encoded or base64), each value is redacted as well
 * @returns a function that replaces them in a text
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const all = new Set(secrets.flatMap((secret) => [secret, ...valuesIn(secret)]).flatMap(formsOf));
  const forms = [...all]
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .sort((a, b) => b.length - a.length);
  if (forms.length === 0) return (text) => text;
  const pattern = new RegExp(forms.map(escapeRegExp).join("|"), "gi"); // hex is used in both cases
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

/** Base64 of the bytes within a longer text, such as the credentials of an Authorization header. */
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
      // another encoding, or not JSON
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
