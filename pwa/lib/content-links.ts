/** Addresses in third-party text that have a place in the archive, and those that are of no use (spec section 9). */

/** `/fanbox/post/{id}` or `/patreon/post/{id}` for a post on those platforms. */
export function archivedPath(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (/^(www\.)?patreon\.com$/.test(url.hostname))
    return found("patreon", /^\/posts\/(?:[^/]*-)?(\d+)\/?$/, url);
  if (/^(www\.)?pixiv\.net$/.test(url.hostname))
    return found("fanbox", /^\/fanbox\/creator\/\d+\/post\/(\d+)\/?$/, url);
  if (/^([\w-]+\.)?fanbox\.cc$/.test(url.hostname))
    return found("fanbox", /^(?:\/@[\w-]+)?\/posts\/(\d+)\/?$/, url);
  return undefined;
}

function found(service: string, path: RegExp, url: URL): string | undefined {
  const id = path.exec(url.pathname)?.[1];
  return id === undefined ? undefined : `/${service}/post/${id}`;
}

/** Downloads of one platform open for its subscribers alone: their words stay, the link goes. */
export function isClosedDownload(address: string): boolean {
  return URL.parse(address)?.hostname === "downloads.fanbox.cc";
}
