/** Decoding of session keys. Each function returns undefined instead of throwing. */

declare function atob(text: string): string; // in browsers and Node alike

/** The fields of a JSON object, {} for another JSON value; undefined: not JSON. */
export function jsonFields(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  const value = attempt(() => JSON.parse(text) as unknown);
  if (value === undefined) return undefined;
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function urlDecoded(text: string): string | undefined {
  return attempt(() => decodeURIComponent(text));
}

export function base64Decoded(text: string | undefined): string | undefined {
  return text === undefined ? undefined : attempt(() => atob(text));
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export const DISCORD_TOKEN = /^(mfa\.[\w-]{20,}|[\w-]{18,}\.[\w-]{6,7}\.[\w-]{27,})$/;
/** The channels of a list joined by commas. */
export function channelIds(text: string): string[] {
  return text.split(",").map((id) => id.trim());
}

const BOOSTY_TOKEN = /[0-9a-f]{64}/i;

/** The cookie is JSON, plain or URL-encoded. */
export function boostyKeyProblem(text: string) {
  const fields = jsonFields(text) ?? jsonFields(urlDecoded(text));
  if (fields === undefined) return "expectedJson";
  const { accessToken, refreshToken, expiresAt } = fields;
  const isWhole = [accessToken, refreshToken].every(
    (one) => typeof one === "string" && BOOSTY_TOKEN.test(one),
  );
  if (!isWhole || expiresAt === undefined) return "malformed";
  return Number.parseFloat(String(expiresAt)) > Date.now() ? undefined : "expired";
}

/** The token itself, or Base64 of the JSON that the site stores. */
export function fanslyKeyProblem(text: string) {
  if (text.length === 71) return /^[0-9a-z]+$/i.test(text) ? undefined : "pattern";
  const fields = jsonFields(base64Decoded(text));
  if (fields === undefined) return "notJson";
  return typeof fields["token"] === "string" ? undefined : "noToken";
}

/** A Laravel cookie: Base64 of JSON, often URL-encoded. */
export function candfansKeyProblem(text: string) {
  const fields = jsonFields(base64Decoded(urlDecoded(text)));
  if (fields === undefined) return "notDecodable";
  return ["mac", "iv", "tag", "value"].every((name) => typeof fields[name] === "string")
    ? undefined
    : "values";
}
