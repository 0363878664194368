/** Maps a web address to a page of the archive: pages of similar archives, and posts and creators of the services. */
import { isService, PAYSITES, SERVICES } from "#shared/paysites/index.ts";
import { archivedPath } from "./content-links.ts";
import { splitLinks } from "./web-links.ts";

/** Post URLs of services not covered by `content-links.ts`; the group captures the id. */
const POSTS: [service: string, pattern: RegExp][] = [
  ["fantia", /^fantia\.jp\/posts\/(\d+)/],
  ["afdian", /^afdian\.(?:com|net)\/p\/(\w+)/],
  ["boosty", /^boosty\.to\/[^/]+\/posts\/([\w-]+)/],
  ["subscribestar", /^subscribestar\.(?:adult|com)\/posts\/(\d+)/],
  ["onlyfans", /^onlyfans\.com\/(\d+)\//],
  ["fansly", /^fansly\.com\/post\/(\d+)/],
];

/** Path segments of services' own pages, which are not creator names. */
const NOT_CREATORS = /^(posts?|search|login|about|app|home|settings|explore|my)$/i;

/**
 * @param origin of this archive
 * @returns a path of the app; undefined for addresses without an archived page
 */
export function archivePathOf(address: string, origin: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.origin === origin) return `${url.pathname}${url.search}`;
  return ofArchive(url) ?? archivedPath(address) ?? ofPost(url) ?? ofCreator(url);
}

/** First address in a text that has an archived page. */
export function archivePathIn(text: string, origin: string): string | undefined {
  for (const { href } of splitLinks(text)) {
    const path = href === undefined ? undefined : archivePathOf(href, origin);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** Pages of similar archives, which use the same paths. */
function ofArchive({ pathname }: URL): string | undefined {
  const [path, service = ""] = /^\/(\w+)\/user\/[^/]+(?:\/post\/[^/]+)?/.exec(pathname) ?? [];
  return isService(service) ? path : undefined;
}

function ofPost(url: URL): string | undefined {
  const text = bare(url.href);
  for (const [service, pattern] of POSTS) {
    const id = pattern.exec(text)?.[1];
    if (id !== undefined) return `/${service}/post/${id}`;
  }
  return undefined;
}

/** Inverse of the archive's own links to creators' profiles. */
function ofCreator(url: URL): string | undefined {
  const text = bare(url.href);
  for (const service of SERVICES) {
    const site = PAYSITES[service];
    if (!("profileUrl" in site)) continue;
    const start = bare(site.profileUrl(""));
    const id = text.startsWith(start) ? /^[^/?#&]+/.exec(text.slice(start.length))?.[0] : undefined;
    if (id !== undefined && !NOT_CREATORS.test(id)) return `/${service}/user/${id}`;
  }
  return undefined;
}

/** Strips scheme and `www.`, in which equivalent addresses differ. */
function bare(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/, "");
}
