/** Validates addresses passed in links, such as the return address of a login. */

/** Path, query and fragment; `/` for addresses on other sites. */
export function returnAddress(location: string | undefined): string {
  const home = "/";
  if (location?.startsWith("/") !== true) return home;
  try {
    const base = globalThis.location.origin;
    const { origin, pathname, search, hash } = new URL(location, base);
    // A path with two leading slashes would later be parsed as a host.
    return origin !== base || pathname.startsWith("//") ? home : pathname + search + hash;
  } catch {
    return home;
  }
}
