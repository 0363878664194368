/** Redirects that stay on this site. */

/** A redirect to a path of this site. */
export class Redirect {
  readonly path: string;

  /** @param wanted untrusted: anything but a path of this site becomes the start page */
  constructor(wanted: string) {
    this.path = localPath(wanted);
  }
}

const BASE = "http://site.invalid";

/** Parsed like in a browser, which treats a backslash as a slash and ignores tabs. */
function localPath(wanted: string): string {
  if (!URL.canParse(wanted, BASE)) return "/";
  const { origin, pathname, search, hash } = new URL(wanted, BASE);
  // `/.//host` has a pathname that begins with two slashes, which would be read as a host.
  return origin === BASE && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : "/";
}
