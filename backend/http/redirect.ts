/** Redirects that stay on this site. */

/** An answer that sends the caller on to a path of this site. */
export class Redirect {
  readonly path: string;

  /** @param wanted may be a caller's text: anything but a path of this site becomes the start page */
  constructor(wanted: string) {
    this.path = localPath(wanted);
  }
}

const BASE = "http://site.invalid";

/** Parsed as a browser parses it, for which a backslash is a slash and a tab is nothing. */
function localPath(wanted: string): string {
  if (!URL.canParse(wanted, BASE)) return "/";
  const { origin, pathname, search, hash } = new URL(wanted, BASE);
  // `/.//host` has a pathname that begins with two slashes, which would be a host again.
  return origin === BASE && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : "/";
}
