/** What search engines read of a page besides its title. */
import { FEED_TYPES, type FeedFormat } from "#shared/contracts/feeds.ts";
import { creatorOfAddress, postOfAddress } from "../../lib/post-address.ts";

/** Parameters that make another page; all others say where one came from, or how it looks. */
const KEPT = ["q", "tag", "service", "sort_by", "order", "date", "period", "hash", "o"];
const LONGEST = 155;

/**
 * The one address of a page, as a path. A post has none of the list one came from, and an older revision of it is not the
 * page to be found.
 */
export function canonicalPath(pathname: string, search: string): string {
  const path = pathname.replace(/\/+$/, "") || "/";
  if (postOfAddress(path) !== undefined) return path.replace(/\/revision\/[^/]+$/, "");
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of KEPT)
    for (const value of given.getAll(name))
      if (value !== "" && `${name}=${value}` !== "o=0") kept.append(name, value);
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** The beginning of a text, cut between words where it has spaces. */
export function beginning(text: string): string {
  const characters = [...text];
  if (characters.length <= LONGEST) return text;
  const cut = characters.slice(0, LONGEST).join("");
  const space = cut.lastIndexOf(" ");
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`;
}

export interface FeedLink {
  href: string;
  /** Media type. */
  type: string;
}

const CREATOR = /^\/([^/]+\/user\/[^/]+)$/;
const CREATOR_DMS = /^\/[^/]+\/user\/[^/]+\/dms$/;
const FORMATS: readonly FeedFormat[] = ["rss", "atom", "json"];

/** Feeds of what a page lists: all posts or DMs, a search in them, or a creator's; as addresses under this site. */
export function feedLinks(pathname: string, search: string): FeedLink[] {
  const path = pathname.replace(/\/+$/, "") || "/";
  const given = new URLSearchParams(search);
  const wanted = new URLSearchParams();
  for (const name of ["q", "tag"])
    for (const value of given.getAll(name)) if (value !== "") wanted.append(name, value);
  const isSearch = wanted.size > 0;
  const sender = CREATOR_DMS.test(path) ? creatorOfAddress(path) : undefined;
  if (sender !== undefined) wanted.set("q", `creator:${sender.service}/${sender.id}`);
  const list =
    path === "/posts" || path === "/dms"
      ? path.slice(1)
      : isSearch
        ? undefined
        : path === "/"
          ? "posts"
          : sender !== undefined
            ? "dms"
            : CREATOR.exec(path)?.[1];
  if (list === undefined) return [];
  return FORMATS.map((format) => ({
    href: `/api/v1/${list}/feed?${new URLSearchParams([["format", format], ...wanted])}`,
    type: FEED_TYPES[format],
  }));
}
