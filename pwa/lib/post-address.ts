/** Which post an address of this app is about. */

export interface PostAddress {
  service: string;
  /** The creator's. */
  id: string;
  post: string;
  revision?: string;
}

const POST = /^\/([^/]+)\/user\/([^/]+)\/post\/([^/]+)(?:\/revision\/([^/]+))?\/?$/;

export function postOfAddress(pathname: string): PostAddress | undefined {
  const found = POST.exec(pathname);
  if (found === null) return undefined;
  try {
    const [service = "", id = "", post = "", revision] = found
      .slice(1)
      .map((part) => (part === undefined ? undefined : decodeURIComponent(part)));
    return { service, id, post, ...(revision === undefined ? {} : { revision }) };
  } catch {
    return undefined; // a stray % in it
  }
}
