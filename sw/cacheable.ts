/**
 * Which answers may be stored. Hotel networks and proxies answer anything with a page of theirs and status 200: stored
 * as a script it would break the app until the next version.
 */

/** Beginnings of content types by the end of the name; of what is not here, anything but a page. */
const TYPES: [RegExp, string][] = [
  [/\.js$/, "text/javascript"],
  [/\.css$/, "text/css"],
  [/\.svg$/, "image/svg+xml"],
  [/\.webmanifest$/, "application/manifest+json"],
  [/(\.html|\/)$/, "text/html"],
];

/** What is looked at of an answer. */
type Answer = Pick<Response, "status" | "type" | "redirected" | "headers">;

/** @param path of a file of the app */
export function isPartOfApp(path: string, answer: Answer): boolean {
  const type = TYPES.find(([pattern]) => pattern.test(path))?.[1];
  return isAnswer(type ?? "", answer) && (type !== undefined || !isAnswer("text/html", answer));
}

/**
 * Never an answer whose bytes and status are hidden (`opaque`): each counts as megabytes, and may be an error.
 * @param type beginning of the content type
 */
export function isAnswer(type: string, { status, type: kind, redirected, headers }: Answer): boolean {
  const isReadable = kind !== "opaque" && kind !== "opaqueredirect" && kind !== "error";
  return status === 200 && isReadable && !redirected && (headers.get("content-type") ?? "").startsWith(type);
}
