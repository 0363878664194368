/** Addresses of this site that a link brought along, such as where a login leads to. */

/** Path, query and fragment; `/` for anything that is not on this site. */
export function returnAddress(location: string | undefined): string {
  const home = "/";
  if (location?.startsWith("/") !== true) return home;
  try {
    const base = globalThis.location.origin;
    const { origin, pathname, search, hash } = new URL(location, base);
    // A path that begins with two slashes would be read as a host the next time.
    return origin !== base || pathname.startsWith("//") ? home : pathname + search + hash;
  } catch {
    return home;
  }
}
