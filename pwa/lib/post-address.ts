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

const CREATOR = /^\/([^/]+)\/user\/([^/]+)(?:\/(?!post\/).*)?$/;

/** The creator whose page, or a tab of it, is at an address; undefined for their posts. */
export function creatorOfAddress(pathname: string): { service: string; id: string } | undefined {
  const [, service = "", id = ""] = CREATOR.exec(pathname) ?? [];
  try {
    return id === "" ? undefined : { service: decodeURIComponent(service), id: decodeURIComponent(id) };
  } catch {
    return undefined; // a stray % in it
  }
}
