/** Writes a feed in each of its formats. */
import { FEED_TYPES, type FeedFormat, type JsonFeed } from "#shared/contracts/feeds.ts";
import { OtherForm } from "./answer-forms.ts";
import { toXml, type XmlNode, xmlDocument } from "./xml.ts";

/** Maximum characters of a summary. */
const SUMMARY_LENGTH = 300;

export interface Feed {
  title: string;
  /** Absolute URL of the list on the site; `self` is that of the feed in its format. */
  home: string;
  self: string;
  entries: FeedEntry[];
}

export interface FeedEntry {
  /** Absolute; also the post's id for feed readers. */
  url: string;
  title: string;
  /** Plain text. */
  summary: string;
  published: Date | undefined;
  changed: Date;
  author: { name: string; url: string };
  tags: string[];
}

export function inFormat(format: FeedFormat, feed: Feed): JsonFeed | OtherForm {
  if (format === "json") return toJsonFeed(feed);
  return new OtherForm(FEED_TYPES[format], format === "rss" ? toRss(feed) : toAtom(feed));
}

/** Returns the beginning of a plain text. */
export function summaryOf(whole: string): string {
  const text = whole.replace(/\s+/g, " ").trim();
  const characters = [...text];
  return characters.length > SUMMARY_LENGTH ? `${characters.slice(0, SUMMARY_LENGTH).join("")}…` : text;
}

/** @param base an origin, or the URL of the API */
export function creatorAddress(base: string, service: string, id: string, ...more: string[]): string {
  return [base, ...[service, "user", id, ...more].map(encodeURIComponent)].join("/");
}

export function address(base: string, query: string[][]): string {
  return query.length === 0 ? base : `${base}?${new URLSearchParams(query as [string, string][])}`;
}

function toJsonFeed({ title, home, self, entries }: Feed): JsonFeed {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: home,
    feed_url: self,
    items: entries.map(({ url, title, summary, published, changed, author, tags }) => ({
      id: url,
      url,
      title,
      content_text: summary,
      ...(published && { date_published: published.toISOString() }),
      date_modified: changed.toISOString(),
      authors: [author],
      ...(tags.length > 0 && { tags }),
    })),
  };
}

/** RSS 2.0. */
function toRss({ title, home, self, entries }: Feed): string {
  const items = entries.map(
    (entry): XmlNode => [
      "item",
      {},
      ["title", {}, entry.title],
      ["link", {}, entry.url],
      ["guid", { isPermaLink: "true" }, entry.url],
      ["pubDate", {}, (entry.published ?? entry.changed).toUTCString()],
      ["dc:creator", {}, entry.author.name],
      ...entry.tags.map((tag): XmlNode => ["category", {}, tag]),
      ["description", {}, toXml(["p", {}, entry.summary])], // HTML, as text
    ],
  );
  return xmlDocument([
    "rss",
    { version: "2.0", "xmlns:atom": ATOM, "xmlns:dc": "http://purl.org/dc/elements/1.1/" },
    [
      "channel",
      {},
      ["title", {}, title],
      ["link", {}, home],
      ["description", {}, title],
      ["atom:link", { rel: "self", type: FEED_TYPES.rss, href: self }],
      ["lastBuildDate", {}, lastChange(entries).toUTCString()],
      ...items,
    ],
  ]);
}

/** Atom 1.0 (RFC 4287). */
function toAtom({ title, home, self, entries }: Feed): string {
  const all = entries.map(
    ({ url, title, summary, published, changed, author, tags }): XmlNode => [
      "entry",
      {},
      ["id", {}, url],
      ["title", {}, title],
      ["link", { rel: "alternate", type: "text/html", href: url }],
      ...(published === undefined ? [] : [["published", {}, published.toISOString()] as XmlNode]),
      ["updated", {}, changed.toISOString()],
      ["author", {}, ["name", {}, author.name], ["uri", {}, author.url]],
      ...tags.map((tag): XmlNode => ["category", { term: tag }]),
      ["summary", {}, summary],
    ],
  );
  return xmlDocument([
    "feed",
    { xmlns: ATOM },
    ["id", {}, self],
    ["title", {}, title],
    ["link", { rel: "self", type: FEED_TYPES.atom, href: self }],
    ["link", { rel: "alternate", type: "text/html", href: home }],
    ["updated", {}, lastChange(entries).toISOString()],
    ...all,
  ]);
}

export const ATOM = "http://www.w3.org/2005/Atom";

/** Date of the last change; constant for an empty feed, so that its ETag is stable. */
function lastChange(entries: FeedEntry[]): Date {
  return new Date(Math.max(0, ...entries.map(({ changed }) => changed.getTime())));
}
