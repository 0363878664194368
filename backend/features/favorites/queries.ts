import type {
  CreatorWithNews,
  FavoriteCreator,
  FavoritePost,
  ListedFavoritePost,
  NewPost,
} from "#shared/entities/favorite.ts";
import type { CreatorFavoriteSort, PostFavoriteSort } from "#shared/rules/sort-orders.ts";
import type { CreatorKey, PostKey } from "../../accounts/add-favorites.ts";
import type { Db } from "../../db/client.ts";
import { pageAt } from "../../db/pages.ts";
import { fullColumns, listColumns } from "../../db/post-columns.ts";

export interface Sorting<Sort> {
  sort: Sort;
  order: "asc" | "desc";
}

export interface Page {
  offset: number;
  limit: number;
}

const direction = (db: Db, order: "asc" | "desc") => (order === "asc" ? db`asc` : db`desc`);
const paging = (db: Db, page: Page | undefined) =>
  page === undefined ? db`` : pageAt(db, page.offset, page.limit);

const CREATOR_COLUMNS: Record<CreatorFavoriteSort, string> = {
  updated: "newest",
  last_imported: "imported",
  faved_seq: "faved_seq",
};
const POST_COLUMNS: Record<PostFavoriteSort, string> = { published: "listed_at", faved_seq: "faved_seq" };

/** Visible favorite creators of an account. @param page undefined returns all */
export const favoriteCreators = (
  db: Db,
  account: number,
  sorting: Sorting<CreatorFavoriteSort>,
  page?: Page,
): Promise<FavoriteCreator[]> =>
  visibleCreators(
    db,
    db`select service, id, faved_seq from favorite_creators where account = ${account}`,
    sorting,
    page,
  );

/** Visible creators by their keys, last first. */
export const creatorsByKey = (db: Db, keys: readonly CreatorKey[]): Promise<FavoriteCreator[]> =>
  visibleCreators(
    db,
    db`select service, id, min(at)::integer as faved_seq
      from unnest(${keys.map((key) => key.service)}::text[], ${keys.map((key) => key.id)}::text[])
        with ordinality as wanted (service, id, at)
      group by service, id`,
    { sort: "faved_seq", order: "desc" },
  );

/** @param favorites selects service, id and faved_seq */
async function visibleCreators(
  db: Db,
  favorites: Query,
  { sort, order }: Sorting<CreatorFavoriteSort>,
  page?: Page,
): Promise<FavoriteCreator[]> {
  const by = db(CREATOR_COLUMNS[sort]);
  return await db<FavoriteCreator[]>`
    select id, name, service, iso(indexed) as indexed, iso(newest) as updated, public_id, relation_id, faved_seq,
      iso(imported) as last_imported
    from (
      select c.id, c.name, c.service, c.indexed, c.public_id, c.relation_id, f.faved_seq, c.updated as imported, coalesce((
        select p.added from posts p where p.service = c.service and p."user" = c.id and not p.hidden
        order by p.added_at desc limit 1
      ), c.updated) as newest
      from (${favorites}) f join creators c on c.service = f.service and c.id = f.id and not c.hidden
    ) found
    order by ${by} ${direction(db, order)}, faved_seq ${direction(db, order)} ${paging(db, page)}`;
}

/** Visible posts by their keys, last first. */
export async function postsByKey(db: Db, keys: readonly PostKey[]): Promise<ListedFavoritePost[]> {
  return await db<ListedFavoritePost[]>`
    select ${listColumns(db)}, f.faved_seq
    from (
      select service, "user", id, min(at)::integer as faved_seq
      from unnest(${keys.map((key) => key.service)}::text[], ${keys.map((key) => key.user)}::text[],
        ${keys.map((key) => key.id)}::text[]) with ordinality as wanted (service, "user", id, at)
      group by service, "user", id
    ) f
    join posts p on p.service = f.service and p.id = f.id and p."user" = f."user" and not p.hidden
    join creators c on c.service = p.service and c.id = p."user" and not c.hidden
    order by f.faved_seq desc`;
}

type Query = ReturnType<typeof visiblePosts>;

const visiblePosts = (db: Db, account: number) => db`
  from favorite_posts f
  join posts p on p.service = f.service and p.id = f.id and not p.hidden
  join creators c on c.service = p.service and c.id = p."user" and not c.hidden
  where f.account = ${account}`;

const postOrder = (db: Db, { sort, order }: Sorting<PostFavoriteSort>) => db`
  order by ${db(POST_COLUMNS[sort])} ${direction(db, order)},
    faved_seq ${direction(db, order)}`;

/** All favorite posts of an account, with all fields. */
export async function favoritePosts(
  db: Db,
  account: number,
  sorting: Sorting<PostFavoriteSort>,
): Promise<FavoritePost[]> {
  return await db<FavoritePost[]>`
    select ${db.unsafe(fullColumns())}, f.faved_seq ${visiblePosts(db, account)} ${postOrder(db, sorting)}`;
}

/** A page of an account's visible favorite posts, and their number. */
export async function pageOfFavoritePosts(
  db: Db,
  account: number,
  sorting: Sorting<PostFavoriteSort>,
  page: Page,
): Promise<{ count: number; posts: ListedFavoritePost[] }> {
  // Matched once for page and count. Other columns are read only for the rows of the page.
  const rows = await db<({ total: number } & ListedFavoritePost)[]>`
    with visible as materialized (
      select f.service, f.id, f.faved_seq, p.listed_at ${visiblePosts(db, account)}
    ), page as (
      select service, id, faved_seq from visible ${postOrder(db, sorting)} ${paging(db, page)}
    )
    select total, ${listColumns(db)}, f.faved_seq
    from (select count(*) as total from visible) counted
    left join (page f join posts p on p.service = f.service and p.id = f.id) on true
    ${postOrder(db, sorting)}`;
  const [first] = rows;
  const posts = rows.filter(({ id }) => id !== null).map(({ total: _, ...post }) => post);
  return { count: first?.total ?? 0, posts };
}

const newPosts = (db: Db, account: number, since: Date) => db`
  from favorite_creators f
  join creators c on c.service = f.service and c.id = f.id and not c.hidden
  join posts p on p.service = f.service and p."user" = f.id and not p.hidden and p.added_at > ${since}
  where f.account = ${account}`;

/** Favorite creators with posts added after a time, the one with the newest post first. */
export async function creatorsWithNews(db: Db, account: number, since: Date): Promise<CreatorWithNews[]> {
  return await db<CreatorWithNews[]>`
    select c.id, c.name, c.service, count(*) ${newPosts(db, account, since)}
    group by c.service, c.id order by max(p.added_at) desc, c.service, c.id`;
}

/** Posts of favorite creators added after a time, last added first. */
export async function pageOfNewPosts(
  db: Db,
  account: number,
  since: Date,
  { offset, limit }: Page,
): Promise<NewPost[]> {
  // Other columns are read only for the rows of the page.
  return await db<NewPost[]>`
    select ${listColumns(db, true)} from (
      select p.service, p.id, p.added_at ${newPosts(db, account, since)}
      order by p.added_at desc, p.service, p.id ${pageAt(db, offset, limit)}
    ) found join posts p using (service, id)
    order by found.added_at desc, p.service, p.id`;
}

export async function countFavoriteCreators(db: Db, account: number): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*) from favorite_creators f join creators c on c.service = f.service and c.id = f.id and not c.hidden
    where f.account = ${account}`;
  return row.count;
}

export interface Change {
  /** False if the archive has no such creator or post. */
  found: boolean;
  changed: boolean;
}

export const addFavoriteCreator = (
  db: Db,
  account: number,
  { service, id }: { service: string; id: string },
): Promise<Change> =>
  add(
    db,
    "favorite_creators",
    account,
    db`select service, id from creators where service = ${service} and id = ${id} and not hidden`,
  );

export const addFavoritePost = (
  db: Db,
  account: number,
  { service, id, post }: { service: string; id: string; post: string },
): Promise<Change> =>
  add(
    db,
    "favorite_posts",
    account,
    db`select p.service, p.id from posts p
      join creators c on c.service = p.service and c.id = p."user" and not c.hidden
      where p.service = ${service} and p.id = ${post} and p."user" = ${id} and not p.hidden`,
  );

/** @param target selects service and id of the item to add; no row if it does not exist */
async function add(
  db: Db,
  table: "favorite_creators" | "favorite_posts",
  account: number,
  target: Query,
): Promise<Change> {
  const [row] = await db<[Change]>`
    with target as (${target}), added as (
      insert into ${db(table)} (account, service, id) select ${account}::integer, service, id from target
      on conflict do nothing returning 1
    )
    select exists (select from target) as found, exists (select from added) as changed`;
  return row;
}

/** @returns false if it was not a favorite */
export async function removeFavoriteCreator(
  db: Db,
  account: number,
  { service, id }: { service: string; id: string },
): Promise<boolean> {
  const { count } = await db`
    delete from favorite_creators where account = ${account} and service = ${service} and id = ${id}`;
  return count > 0;
}

/** @returns false if it was not a favorite */
export async function removeFavoritePost(
  db: Db,
  account: number,
  { service, id, post }: { service: string; id: string; post: string },
): Promise<boolean> {
  const { count } = await db`
    delete from favorite_posts f using posts p
    where f.account = ${account} and f.service = ${service} and f.id = ${post}
      and p.service = f.service and p.id = f.id and p."user" = ${id}`;
  return count > 0;
}
