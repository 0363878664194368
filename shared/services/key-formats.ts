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
