/** Canonical address, description and feeds of a page, for search engines. */

import { FEED_TYPES, type FeedFormat } from "#shared/contracts/feeds.ts";
import { trimEndOf } from "#shared/text/trim-end.ts";
import { creatorOfAddress, postOfAddress } from "../../lib/post-address.ts";

/** Parameters that identify a page; others are only about origin or display. */
const CANONICAL_PARAMETERS = ["q", "tag", "service", "sort_by", "order", "date", "period", "hash", "o"];
/** Maximum length of a description in search results. */
const MAX_DESCRIPTION_LENGTH = 155;

/**
 * Canonical address of a page, as a path: for a post without the list it was opened from, and for an older revision
 * that of the post.
 */
export function canonicalPath(pathname: string, search: string): string {
  const path = trimEndOf(pathname, /\//) || "/";
  if (postOfAddress(path) !== undefined) return path.replace(/\/revision\/[^/]+$/, "");
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of CANONICAL_PARAMETERS)
    for (const value of given.getAll(name))
      if (value !== "" && `${name}=${value}` !== "o=0") kept.append(name, value);
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** Truncates a text, at a space if possible. */
export function beginning(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_DESCRIPTION_LENGTH) return text;
  const cut = characters.slice(0, MAX_DESCRIPTION_LENGTH).join("");
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

/**
 * Feeds of the page's list: all posts or DMs, a search in them, or a creator's posts. Addresses are paths on this site.
 */
export function feedLinks(pathname: string, search: string): FeedLink[] {
  const path = trimEndOf(pathname, /\//) || "/";
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
