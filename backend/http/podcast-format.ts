/** Writes podcasts: RSS 2.0 with the namespaces of Apple Podcasts and of Podcasting 2.0. */
import { createHash } from "node:crypto";
import { FEED_TYPES } from "#shared/contracts/feeds.ts";
import { OtherForm } from "./answer-forms.ts";
import { ATOM, type Feed } from "./feed-formats.ts";
import { type XmlNode, xmlDocument } from "./xml.ts";

export interface Podcast extends Omit<Feed, "entries"> {
  author: string;
  /** Absolute URL. */
  image: string;
  isExplicit: boolean;
  /** Newest first. */
  episodes: Episode[];
}

export interface Episode {
  /** The same for good, whatever address the archive has. */
  guid: string;
  title: string;
  /** Absolute URL of the post. */
  url: string;
  /** Sanitized, with absolute addresses. */
  html: string;
  /** Plain text. */
  summary: string;
  published: Date;
  author: string;
  tags: string[];
  /** Absolute URL. */
  image: string | undefined;
  isExplicit: boolean;
  /** `seconds`: its duration, if known. */
  file: { url: string; type: string; bytes: number; seconds: number | undefined };
}

const NAMESPACES = {
  "xmlns:atom": ATOM,
  "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
  "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
  "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
};

export function toPodcast({ title, home, self, author, image, isExplicit, episodes }: Podcast): OtherForm {
  const latest = Math.max(0, ...episodes.map(({ published }) => published.getTime()));
  const root: XmlNode = [
    "rss",
    { version: "2.0", ...NAMESPACES },
    [
      "channel",
      {},
      ["title", {}, title],
      ["link", {}, home],
      ["description", {}, title],
      ["atom:link", { rel: "self", type: FEED_TYPES.rss, href: self }],
      ["lastBuildDate", {}, new Date(latest).toUTCString()],
      ["image", {}, ["url", {}, image], ["title", {}, title], ["link", {}, home]],
      ["itunes:image", { href: image }],
      ["itunes:author", {}, author],
      ["itunes:explicit", {}, String(isExplicit)],
      ["itunes:type", {}, "episodic"],
      ["itunes:block", {}, "Yes"], // an archive's copy does not belong into public directories
      ["podcast:guid", {}, podcastGuid(self)],
      ["podcast:medium", {}, "podcast"],
      ...episodes.map(toItem),
    ],
  ];
  return new OtherForm(FEED_TYPES.rss, xmlDocument(root));
}

function toItem(episode: Episode): XmlNode {
  const { guid, title, url, html, summary, published, author, tags, image, isExplicit, file } = episode;
  return [
    "item",
    {},
    ["title", {}, title],
    ["link", {}, url],
    ["guid", { isPermaLink: "false" }, guid],
    ["pubDate", {}, published.toUTCString()],
    ["enclosure", { url: file.url, length: String(file.bytes), type: file.type }],
    ["description", {}, summary],
    ["content:encoded", {}, html],
    ...(file.seconds === undefined
      ? []
      : [["itunes:duration", {}, String(Math.round(file.seconds))] as XmlNode]),
    ["itunes:author", {}, author],
    ["itunes:explicit", {}, String(isExplicit)],
    ...(image === undefined ? [] : [["itunes:image", { href: image }] as XmlNode]),
    ...tags.map((tag): XmlNode => ["category", {}, tag]),
  ];
}

/** Namespace of `podcast:guid`. */
const PODCASTS = Buffer.from("ead4c236bf5858c6a2c6a6b28d128cb6", "hex");

/** UUID version 5 of the feed's address without its scheme. */
function podcastGuid(address: string): string {
  const name = address.replace(/^\w+:\/\//, "");
  const bytes = createHash("sha1").update(PODCASTS).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
