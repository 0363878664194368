/**
 * Checks whether responses may be cached. Captive portals and proxies answer any request with their own page and status
 * 200; cached as a script, it would break the app until the next version.
 */

/** Content types (prefixes) by file extension; others may have any type but HTML. */
const TYPES: [RegExp, string][] = [
  [/\.js$/, "text/javascript"],
  [/\.css$/, "text/css"],
  [/\.svg$/, "image/svg+xml"],
  [/\.wasm$/, "application/wasm"],
  [/\.webmanifest$/, "application/manifest+json"],
  [/(\.html|\/)$/, "text/html"],
];

type CheckedResponse = Pick<Response, "status" | "type" | "redirected" | "headers">;

/** @param path of a file of the app shell */
export function isPartOfApp(path: string, response: CheckedResponse): boolean {
  const type = TYPES.find(([pattern]) => pattern.test(path))?.[1];
  return (
    isCacheableResponse(type ?? "", response) &&
    (type !== undefined || !isCacheableResponse("text/html", response))
  );
}

/**
 * Never an `opaque` response: each counts as megabytes of quota, and may be an error.
 * @param type prefix of the content type
 */
export function isCacheableResponse(
  type: string,
  { status, type: kind, redirected, headers }: CheckedResponse,
): boolean {
  const isReadable = kind !== "opaque" && kind !== "opaqueredirect" && kind !== "error";
  return status === 200 && isReadable && !redirected && (headers.get("content-type") ?? "").startsWith(type);
}
