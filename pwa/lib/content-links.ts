/** Rewrites links and images in the HTML of posts and comments for the app. */
import { EXTERNAL_REL, isAllowedImage, isAllowedLink, isInternalPath } from "#shared/rules/allowed-html.ts";
import { FILE_PATH } from "#shared/rules/files.ts";

/** Attributes of a link; empty if only its text is kept. */
export function linkAttributes(written: string): Record<string, string> {
  const href = written.trim();
  if (!isAllowedLink(href) || isSubscriberDownload(href)) return {};
  if (isInternalPath(href)) return { href };
  const archived = archivedPath(href);
  return archived === undefined ? { href, rel: EXTERNAL_REL, target: "_blank" } : { href: archived };
}

/** URL of an image; undefined if it must not be shown. */
export function imageAddress(source: string): string | undefined {
  if (!isAllowedImage(source)) return undefined;
  return FILE_PATH.test(source) ? `/data${source}` : source;
}

/** Maps a post on those platforms to `/fanbox/post/{id}` or `/patreon/post/{id}`. */
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

/** True for downloads that only subscribers of that platform can open. */
function isSubscriberDownload(address: string): boolean {
  return URL.parse(address)?.hostname === "downloads.fanbox.cc";
}
