/** Maps a web address to a page of the archive: pages of similar archives, and posts and creators of the services. */
import { isService } from "#shared/services/index.ts";
import { linkedCreator, linkedPost } from "#shared/services/service-links.ts";
import { splitLinks } from "./web-links.ts";

/**
 * @param origin of this archive
 * @returns a path of the app; undefined for addresses without an archived page
 */
export function archivePathOf(address: string, origin: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.origin === origin) return `${url.pathname}${url.search}`;
  return ofArchive(url) ?? ofService(url);
}

/** The path of the first address of a text that leads to a page of the archive. */
export function archivePathIn(text: string, origin: string): string | undefined {
  for (const { href } of splitLinks(text)) {
    const path = href === undefined ? undefined : archivePathOf(href, origin);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** Similar archives have the same paths. */
function ofArchive({ pathname }: URL): string | undefined {
  const [path, service = ""] = /^\/(\w+)\/user\/[^/]+(?:\/post\/[^/]+)?/.exec(pathname) ?? [];
  return isService(service) ? path : undefined;
}

function ofService(url: URL): string | undefined {
  const post = linkedPost(url);
  if (post !== undefined) return `/${post.service}/post/${post.post}`;
  const creator = linkedCreator(url);
  return creator && `/${creator.service}/user/${creator.user}`;
}
