/**
 * Reads lists of favorites of other sites and programs: JSON of APIs like Kemono's, of browser extensions and of this
 * archive, also a value a line; CSV with a header; texts with addresses of profiles and posts. Goes by content, not by name.
 */

import { isService } from "../services/index.ts";
import { type Address, linkedCreator, linkedPost, namedCreator } from "../services/service-links.ts";
import { csvRows } from "../text/csv.ts";
import { trimEndOf } from "../text/trim-end.ts";
import { WantedCreator, WantedPost } from "./wanted.ts";

/** Why an entry was not read: not an entry, of an unknown service, or an id or name that is too long. */
export type UnreadReason = "unknown" | "service" | "invalid";

export interface Unread {
  /** Number of the line, or in JSON of the entry, from 1. */
  at: number;
  /** Its beginning. */
  text: string;
  reason: UnreadReason;
}

export interface WantedList {
  /** Without duplicates, in the order of the list. */
  creators: WantedCreator[];
  posts: WantedPost[];
  unread: Unread[];
}

const SHOWN = 120;
const MAX_NAME = 500;

export function readWantedList(text: string): WantedList {
  const list = new List();
  const whole = text.replace(/^\ufeff/, "");
  const json = jsonOf(whole);
  if (json !== undefined && typeof json === "object") readJson(list, json);
  else readLines(list, whole);
  return list.result;
}

/** Cuts a name or title to what is kept. */
const asLine = (text = "") =>
  text
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_NAME)
    .replace(/\p{Cs}$/u, "");

class List {
  readonly #creators = new Map<string, WantedCreator>();
  readonly #posts = new Map<string, WantedPost>();
  readonly unread: Unread[] = [];

  get result(): WantedList {
    return { creators: [...this.#creators.values()], posts: [...this.#posts.values()], unread: this.unread };
  }

  /** A later entry adds what an earlier one of the same creator or post lacks. @returns a reason if it cannot be one */
  add(found: Found): UnreadReason | undefined {
    if (!isService(found.service)) return "service";
    if ("post" in found) {
      const { service, post, user, title } = found;
      const parsed = WantedPost.safeParse({ service, id: post, user: user ?? null, title: asLine(title) });
      if (!parsed.success) return "invalid";
      const key = `${service}/${post}`;
      const known = this.#posts.get(key);
      const { data } = parsed;
      this.#posts.set(key, {
        ...data,
        user: known?.user ?? data.user,
        title: known?.title || data.title,
      });
      return undefined;
    }
    const parsed = WantedCreator.safeParse({ ...found, id: found.user, name: asLine(found.name) });
    if (!parsed.success) return "invalid";
    const key = `${found.service}/${found.user}/${found.by_public_id}`;
    this.#creators.set(key, { ...parsed.data, name: this.#creators.get(key)?.name || parsed.data.name });
    return undefined;
  }

  refuse(at: number, text: string, reason: UnreadReason): void {
    this.unread.push({ at, text: text.trim().slice(0, SHOWN), reason });
  }
}

type Found =
  | { service: string; user: string; by_public_id?: boolean; name?: string | undefined }
  | { service: string; post: string; user: string | undefined; title?: string | undefined };

/** Entries are objects with a service, or texts with an address, at any depth. */
function readJson(list: List, json: unknown): void {
  let at = 0;
  const visit = (value: unknown, depth: number): void => {
    const entry = entryOf(value);
    if (entry !== undefined || typeof value === "string" || depth > 5) {
      at += 1;
      const reason = entry === undefined ? readText(list, String(value)) : list.add(entry);
      if (reason !== undefined) list.refuse(at, JSON.stringify(value), reason);
      // An index of a creator has the posts inside.
      else if (entry !== undefined && !("post" in entry)) for (const one of entriesIn(value)) list.add(one);
    } else if (Array.isArray(value)) {
      for (const one of value) visit(one, depth + 1);
    } else if (typeof value === "object" && value !== null) {
      const lists = Object.values(value).filter((one) => typeof one === "object" && one !== null);
      for (const one of lists) visit(one, depth + 1);
      if (lists.length === 0 && Object.keys(value).length > 0)
        list.refuse(++at, JSON.stringify(value), "unknown");
    } else {
      list.refuse(++at, JSON.stringify(value), "unknown");
    }
  };
  visit(json, 0);
}

/** Entries in the objects and lists of an entry. */
function entriesIn(value: unknown): Found[] {
  return Object.values(value as object).flatMap((inner: unknown) =>
    typeof inner === "object" && inner !== null
      ? Object.values(inner).flatMap((one) => {
          const entry = typeof one === "object" ? entryOf(one) : undefined;
          return entry !== undefined && "service" in one ? [entry] : [];
        })
      : [],
  );
}

/** Names of fields, of APIs and of programs' lists. */
const CREATOR_FIELDS = ["user", "user_id", "creator", "creator_id", "artist", "artist_id"];
const POST_FIELDS = ["post", "post_id"];
const ADDRESS_FIELDS = ["url", "link", "address", "href"];

/** An object, or a row of a table: `{id, service, name}`, `{id, service, user, title}`, `{service, creator, post}`, `{url}`. */
function entryOf(value: unknown): Found | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields = value as Record<string, unknown>;
  const service = textIn(fields, ["service"])?.toLowerCase();
  const title = textIn(fields, ["title"]);
  if (service === undefined) {
    const address = textIn(fields, ADDRESS_FIELDS);
    return address === undefined ? undefined : placeOf(address);
  }
  const id = textIn(fields, ["id"]);
  const user = textIn(fields, CREATOR_FIELDS);
  const post = textIn(fields, POST_FIELDS) ?? (user === undefined ? undefined : id);
  if (post !== undefined) return { service, user, post, title };
  const creator = user ?? id;
  const name = textIn(fields, ["name", "creator_name", "username"]);
  return creator === undefined ? undefined : { service, user: creator, name };
}

/** The first of these fields with a text or a number. */
function textIn(fields: Record<string, unknown>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return undefined;
}

function readLines(list: List, text: string): void {
  const rows = csvRows(text);
  const [first] = rows;
  const columns = first === undefined ? undefined : headerOf(first.fields);
  for (const { line, fields, text: row } of columns === undefined ? [] : rows.slice(1)) {
    const record = Object.fromEntries((columns ?? []).map((name, at) => [name, fields[at]]));
    const entry = entryOf(record);
    const reason = entry === undefined ? "unknown" : list.add(entry);
    if (reason !== undefined) list.refuse(line, row, reason);
  }
  if (columns !== undefined) return;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === "" || /^\s*(#|\/\/)/.test(line)) continue;
    const reason = readLine(list, line);
    if (reason !== undefined) list.refuse(index + 1, line, reason);
  }
}

/** Names of columns; undefined if the first row is an entry already. */
function headerOf(fields: readonly string[]): string[] | undefined {
  const names = fields.map((name) => name.trim().toLowerCase());
  const isHeader =
    names.includes("service") || (names.length > 1 && names.some((name) => ADDRESS_FIELDS.includes(name)));
  return isHeader || ADDRESS_FIELDS.includes(names[0] ?? "") ? names : undefined;
}

function readLine(list: List, line: string): UnreadReason | undefined {
  const json = jsonOf(line);
  const entry = entryOf(json);
  if (entry !== undefined) return list.add(entry);
  // A row of a table without a header.
  const [service = "", user = "", post] = line.split(/[,;\t]/).map((part) => part.trim());
  if (isService(service) && user !== "")
    return list.add(post === undefined || post === "" ? { service, user } : { service, user, post });
  return readText(list, typeof json === "string" ? json : line);
}

/** Reads every address of a text. */
function readText(list: List, text: string): UnreadReason | undefined {
  let reason: UnreadReason | undefined = "unknown";
  let isRead = false;
  for (const part of text.split(/[\s"'<>()[\]]+/)) {
    const found = placeOf(trimEndOf(part, /[,;.]/));
    if (found === undefined) continue;
    reason = list.add(found);
    isRead ||= reason === undefined;
  }
  return isRead ? undefined : reason;
}

const ARCHIVE_PATH = /^(?:\/api\/v\d)?\/?([\w-]+)\/(?:user|server)\/([^/?#]+)(?:\/post\/([^/?#]+))?/;
const SHORT = /^([a-z]+)\/([^/?#\s]+)(?:\/([^/?#\s]+))?$/;

/** The post that a web address leads to, in an archive or on a service. */
export function postOfAddress(address: string): WantedPost | undefined {
  const found = addressOf(address) === undefined ? undefined : placeOf(address);
  if (found === undefined || !("post" in found) || !isService(found.service)) return undefined;
  return WantedPost.safeParse({ service: found.service, id: found.post, user: found.user ?? null }).data;
}

/** Target of an address: a page of an archive, of a service, or `patreon/123`, as the command line writes it. */
function placeOf(text: string): Found | undefined {
  const url = addressOf(text);
  const path = url?.pathname ?? text;
  const [, service, user, post] =
    ARCHIVE_PATH.exec(path) ?? (url === undefined ? SHORT.exec(path) : null) ?? [];
  if (service !== undefined && user !== undefined && (url === undefined ? isService(service) : true)) {
    const id = decode(user);
    return post === undefined ? { service, user: id } : { service, user: id, post: decode(post) };
  }
  return url === undefined ? undefined : ofService(url);
}

function ofService(url: Address): Found | undefined {
  const post = linkedPost(url);
  const creator = linkedCreator(url);
  if (post !== undefined) {
    const isOwn = creator?.service === post.service && creator.user !== post.post;
    return { ...post, user: isOwn ? decode(creator.user) : undefined };
  }
  if (creator !== undefined) return { ...creator, user: decode(creator.user) };
  const named = namedCreator(url);
  return named && { service: named.service, user: named.publicId, by_public_id: true };
}

function addressOf(text: string): Address | undefined {
  const [, host, pathname = "", search = ""] = /^https?:\/\/([^/?#]+)([^?#]*)(\?[^#]*)?/i.exec(text) ?? [];
  if (host === undefined) return undefined;
  const name = host.toLowerCase().replace(/^.*@/, "");
  return { host: name, hostname: name.replace(/:\d+$/, ""), pathname, search };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function jsonOf(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
