/** Answers as rows and rows as answers. Pure: a test says that nothing is lost on the way (docs/decisions/0017). */
import type { CreatorDm, ListedDm } from "#shared/entities/dm.ts";
import type { PostEnvelope } from "#shared/entities/post.ts";
import type { ListRow, PostRow } from "../db/records.ts";
import type { Asked } from "./request-key.ts";

export const POST = "/v1/:service/user/:id/post/:post";
export const REVISION = `${POST}/revision/:revision`;
export const COMMENTS = `${POST}/comments`;
export const PROFILE = "/v1/:service/user/:id/profile";

type ListedRow = NonNullable<PostRow["item"]> | CreatorDm | ListedDm;

/** How the rows of a list are found in its answer, and put back. */
interface ListForm {
  of: ListRow["of"];
  split: (body: never) => { rows: ListedRow[]; rest: unknown };
  join: (rows: unknown[], rest: never) => unknown;
  /** Keys of a row that belong to this list and not to what is listed. */
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
  // There `artist` is null; the row keeps what the list of all says.
  "/v1/:service/user/:id/dms": { of: "dms", ...BARE, own: ["artist"] },
};

/** Whether an answer is a list of rows that are kept by themselves. */
export function isList(path: string): boolean {
  return Object.hasOwn(FORMS, path);
}

/** `service/creator`, of the address. */
export function askedCreator({ params }: Asked): string {
  return `${params["service"]}/${params["id"]}`;
}

/** `service/creator/post`, of the address. */
export function askedPost(asked: Asked): string {
  return `${askedCreator(asked)}/${asked.params["post"]}`;
}

/** Key of a listed post or DM. */
export function rowKey(row: ListedRow): string {
  return `${row.service}/${row.user}/${"hash" in row ? row.hash : row.id}`;
}

export function creatorOf(key: string): string {
  return key.split("/").slice(0, 2).join("/");
}

export type SplitList = Pick<ListRow, "of" | "ids" | "fields" | "own" | "rest"> & { rows: ListedRow[] };

/** A list's answer as its rows, without what only the list says of them, and the rest. */
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

/** The answer again; rows that are gone are left out. @returns undefined where none of them is there any more */
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

/** What a look at a post brings: a row of a list, or its page. */
export type PostNews = { item: NonNullable<PostRow["item"]> } | { page: PostEnvelope };

/**
 * The row with what is new in it. A list that says less than an earlier one takes nothing away.
 * @returns with `isChanged`: whether anything reads differently than before
 */
export function mergePost(
  before: PostRow | undefined,
  key: string,
  news: PostNews,
  at: number,
): { row: PostRow; isChanged: boolean } {
  const row: PostRow = { ...before, key, creator: creatorOf(key), storedAt: at, usedAt: at, bytes: 0 };
  if ("page" in news) {
    row.page = news.page;
    row.pageAt = at;
  } else row.item = { ...before?.item, ...news.item };
  row.bytes = sizeOf(row.item) + sizeOf(row.page);
  return { row, isChanged: !isSame(before?.item, row.item) || !isSame(before?.page, row.page) };
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Bytes of a value as JSON. */
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
