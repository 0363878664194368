/** Links and images in the HTML of posts and comments, as the app shows them. */
import { EXTERNAL_REL, isAllowedImage, isAllowedLink, isInternalPath } from "#shared/rules/allowed-html.ts";
import { FILE_PATH } from "#shared/rules/files.ts";

/** Attributes of a link; none where only its text stays. */
export function linkAttributes(written: string): Record<string, string> {
  const href = written.trim();
  if (!isAllowedLink(href) || isClosedDownload(href)) return {};
  if (isInternalPath(href)) return { href };
  const archived = archivedPath(href);
  return archived === undefined ? { href, rel: EXTERNAL_REL, target: "_blank" } : { href: archived };
}

/** Address of an image; undefined where it must not be shown. */
export function imageAddress(source: string): string | undefined {
  if (!isAllowedImage(source)) return undefined;
  return FILE_PATH.test(source) ? `/data${source}` : source;
}

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

/** Downloads that only subscribers of that platform can open. */
function isClosedDownload(address: string): boolean {
  return URL.parse(address)?.hostname === "downloads.fanbox.cc";
}
