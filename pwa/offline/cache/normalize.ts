/** Converts API responses to rows and back, without loss (docs/decisions/0017). Pure. */
import type { CreatorDm, ListedDm } from "#shared/entities/dm.ts";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { creatorOfPost } from "#shared/rules/offline-db.ts";
import type { ListRow, PostRow } from "../db/records.ts";
import type { RequestKey } from "./request-key.ts";

export const POST = "/v1/:service/user/:id/post/:post";
export const REVISION = `${POST}/revision/:revision`;
export const COMMENTS = `${POST}/comments`;
export const FILE = "/v1/file/:hash";
export const FILE_TEXT = `${FILE}/text`;
export const PROFILE = "/v1/:service/user/:id/profile";

type ListedRow = NonNullable<PostRow["item"]> | CreatorDm | ListedDm;

/** Splits a list response into rows and a remainder, and joins them again. */
interface ListForm {
  of: ListRow["of"];
  split: (body: never) => { rows: ListedRow[]; rest: unknown };
  join: (rows: unknown[], rest: never) => unknown;
  /** Item fields that belong to this list only, not to the stored item. */
  own?: readonly string[];
}

const BARE = {
  split: (rows: ListedRow[]) => ({ rows, rest: null }),
  join: (rows: unknown[]) => rows,
};
const POSTS = {
  of: "posts",
  split: ({ posts, ...rest }: { posts: ListedRow[] }) => ({ rows: posts, rest }),
  join: (posts: unknown[], rest: object) => ({ ...rest, posts }),
} as const;
const FORMS: Record<string, ListForm> = {
  "/v1/posts": POSTS,
  "/v1/posts/popular": { ...POSTS, own: ["fav_count"] },
  "/v1/:service/user/:id/posts": { of: "posts", ...BARE },
  "/v1/dms": {
    of: "dms",
    split: ({ props: { dms, ...rest } }: { props: { dms: ListedRow[] } }) => ({ rows: dms, rest }),
    join: (dms, rest: object) => ({ props: { ...rest, dms } }),
  },
  // Here `artist` is null; the row keeps the value from the list of all DMs.
  "/v1/:service/user/:id/dms": { of: "dms", ...BARE, own: ["artist"] },
};

/** True for list responses whose items are stored as separate rows. */
export function isList(path: string): boolean {
  return Object.hasOwn(FORMS, path);
}

/** `service/creator` of a request. */
export function creatorKeyOf({ params }: RequestKey): string {
  return `${params["service"]}/${params["id"]}`;
}

/** `service/creator/post` of a request. */
export function postKeyOf(request: RequestKey): string {
  return `${creatorKeyOf(request)}/${request.params["post"]}`;
}

/** Key of a listed post or DM. */
export function rowKey(row: ListedRow): string {
  return `${row.service}/${row.user}/${"hash" in row ? row.hash : row.id}`;
}

export type SplitList = Pick<ListRow, "of" | "ids" | "fields" | "own" | "rest"> & { rows: ListedRow[] };

/** Splits a list response into rows without the list's own fields, and the remainder. */
export function splitList(path: string, body: unknown): SplitList {
  const { of, split, own = [] } = formOf(path);
  const { rows, rest } = split(body as never);
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (own.length === 0) return { of, ids: rows.map(rowKey), fields, rest, rows };
  return {
    of,
    ids: rows.map(rowKey),
    fields: fields.filter((field) => !own.includes(field)),
    own: rows.map((row) => pick(row, own)),
    rest,
    rows: rows.map((row) => omit(row, own) as ListedRow),
  };
}

/** Rebuilds the response; missing rows are left out. @returns undefined if all rows are missing */
export function joinList(
  path: string,
  { fields, own, rest }: Pick<ListRow, "fields" | "own" | "rest">,
  rows: (object | undefined)[],
): unknown {
  const found = rows.flatMap((row, at) =>
    row === undefined ? [] : [{ ...pick(row, fields), ...(own?.[at] ?? {}) }],
  );
  if (found.length === 0 && rows.length > 0) return undefined;
  return formOf(path).join(found, rest as never);
}

/** New data of a post: a list item or its page. */
export type PostUpdate = { item: NonNullable<PostRow["item"]> } | { page: PostEnvelope };

/**
 * Merges an update into a row, keeping fields that a list leaves out.
 * @returns `isChanged`: true if the content differs from before
 */
export function mergePost(
  before: PostRow | undefined,
  key: string,
  update: PostUpdate,
  at: number,
): { row: PostRow; isChanged: boolean } {
  const row: PostRow = { ...before, key, creator: creatorOfPost(key), storedAt: at, usedAt: at, bytes: 0 };
  if ("page" in update) {
    row.page = update.page;
    row.pageAt = at;
  } else row.item = { ...before?.item, ...update.item };
  row.bytes = sizeOf(row.item) + sizeOf(row.page);
  return { row, isChanged: !isSame(before?.item, row.item) || !isSame(before?.page, row.page) };
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Size of a value as JSON, in bytes. */
export function sizeOf(value: unknown): number {
  return value === undefined ? 0 : new TextEncoder().encode(JSON.stringify(value)).length;
}

function formOf(path: string): ListForm {
  const form = FORMS[path];
  if (form === undefined) throw new Error(`${path} is no list`);
  return form;
}

function pick(row: object, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)));
}

function omit(row: object, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)));
}
