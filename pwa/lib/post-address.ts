/** Parses URLs of posts and creators in this app. */

export interface PostAddress {
  service: string;
  /** Id of the creator. */
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
    return undefined; // invalid percent-encoding
  }
}

const CREATOR = /^\/([^/]+)\/user\/([^/]+)(?:\/(?!post\/).*)?$/;

/** Creator of a creator page or one of its tabs; undefined for posts. */
export function creatorOfAddress(pathname: string): { service: string; id: string } | undefined {
  const [, service = "", id = ""] = CREATOR.exec(pathname) ?? [];
  try {
    return id === "" ? undefined : { service: decodeURIComponent(service), id: decodeURIComponent(id) };
  } catch {
    return undefined; // invalid percent-encoding
  }
}
