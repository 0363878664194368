/** Groups of accounts, what they do not see, and ratings of creators and posts. */
import type { Group, RatedCreator } from "#shared/entities/group.ts";
import { RATINGS, type Rating } from "#shared/rules/ratings.ts";
import type { Db, Fragment } from "../db/client.ts";
import { pageAt } from "../db/pages.ts";

/** Rules of what a group sees. */
export interface Rules {
  name: string;
  rating: Rating;
  services: readonly string[];
  creators: readonly { service: string; id: string }[];
}

/** Rules as they are stored, for filters of the engine. */
export interface Hidden {
  /** Position in RATINGS of the highest rating that is seen. */
  rating: number;
  services: string[];
  creators: { service: string; id: string }[];
}

export async function hiddenFrom(db: Db, group: number): Promise<Hidden> {
  const [rules] = await db<[Hidden]>`
    select g.rating, array(
        select service from group_exclusions where group_id = g.id and creator = ''
        union select r.name from rating_rules r where r.kind = 'service' and r.rating > g.rating order by 1) as services,
      (select coalesce(json_agg(json_build_object('service', service, 'id', creator)), '[]')
        from group_exclusions where group_id = g.id and creator <> '') as creators
    from groups g where g.id = ${group}`;
  return rules;
}

const hiddenServices = (db: Db) =>
  db`array(select service from group_exclusions where group_id = g.id and creator = '' order by 1)`;
const nameOf = (db: Db, rating: Fragment) => db`(${[...RATINGS]}::text[])[${rating} + 1]`;
const ratingName = (db: Db, column: "g" | "c") => nameOf(db, db`${db(column)}.rating`);

/** By name. */
export async function groups(db: Db): Promise<Group[]> {
  return await db<Group[]>`
    select g.id, g.name, ${ratingName(db, "g")} as rating,
      ${hiddenServices(db)} as services,
      (select coalesce(json_agg(json_build_object('service', e.service, 'id', e.creator, 'name', c.name)
          order by lower(c.name), e.service, e.creator), '[]')
        from group_exclusions e left join creators c on c.service = e.service and c.id = e.creator
        where e.group_id = g.id and e.creator <> '') as creators,
      (select count(*)::integer from accounts a where a.group_id = g.id) as accounts
    from groups g order by lower(g.name)`;
}

/** Its id, by name in any case; undefined if there is no such group. It stays while the transaction runs. */
export async function groupByName(db: Db, name: string): Promise<number | undefined> {
  const [row] = await db<{ id: number }[]>`
    select id from groups where lower(name) = lower(${name}) for key share`;
  return row?.id;
}

/** Undefined if there is no such group. */
export async function groupName(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db<{ name: string }[]>`select name from groups where id = ${id}`;
  return row?.name;
}

export async function countGroups(db: Db): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*)::integer as count from groups`;
  return row.count;
}

/** True if another group has the name, in any case. */
export async function isNameTaken(db: Db, name: string, except = 0): Promise<boolean> {
  const rows = await db`select from groups where lower(name) = lower(${name}) and id <> ${except}`;
  return rows.length > 0;
}

/** @returns its id */
export async function insertGroup(db: Db, rules: Rules): Promise<number> {
  const [row] = await db<[{ id: number }]>`
    insert into groups (name, rating) values (${rules.name}, ${RATINGS.indexOf(rules.rating)}) returning id`;
  await exclude(db, row.id, rules);
  return row.id;
}

/** @returns false if there is no such group */
export async function updateGroup(db: Db, id: number, rules: Rules): Promise<boolean> {
  const { count } = await db`
    update groups set name = ${rules.name}, rating = ${RATINGS.indexOf(rules.rating)}, version = version + 1 where id = ${id}`;
  if (count === 0) return false;
  await db`delete from group_exclusions where group_id = ${id}`;
  await exclude(db, id, rules);
  return true;
}

async function exclude(db: Db, id: number, { services, creators }: Rules): Promise<void> {
  const rows = [...services.map((service) => ({ service, id: "" })), ...creators];
  await db`
    insert into group_exclusions
    select ${id}, e.service, e.id from jsonb_to_recordset(${db.json(rows)}) as e (service text, id text)
    order by 2, 3 on conflict do nothing`;
}

/** @returns false if there is no such group or it has accounts */
export async function deleteUnusedGroup(db: Db, id: number): Promise<boolean> {
  const { count } = await db`
    delete from groups g where id = ${id} and not exists (select from accounts a where a.group_id = g.id)`;
  return count > 0;
}

export async function groupExists(db: Db, id: number): Promise<boolean> {
  const rows = await db`select from groups where id = ${id} for key share`;
  return rows.length > 0;
}

export async function countRated(db: Db): Promise<number> {
  const [row] = await db<
    [{ count: number }]
  >`select count(*)::integer as count from creators where rating > 0`;
  return row.count;
}

/** By name. */
export async function ratedCreators(db: Db, offset: number, limit: number): Promise<RatedCreator[]> {
  return await db<RatedCreator[]>`
    select c.service, c.id, c.name, ${ratingName(db, "c")} as rating from creators c where rating > 0
    order by lower(c.name), c.service, c.id ${pageAt(db, offset, limit)}`;
}

/** Undefined if there is no such creator. */
export async function ratingOf(db: Db, service: string, id: string): Promise<Rating | undefined> {
  const [row] = await db<{ rating: Rating }[]>`
    select ${ratingName(db, "c")} as rating from creators c where service = ${service} and id = ${id}`;
  return row?.rating;
}

/** Also begins new caches for all groups, which may see the creator or not from now on. */
export async function setRating(db: Db, service: string, id: string, rating: Rating): Promise<void> {
  await db`update creators set rating = ${RATINGS.indexOf(rating)} where service = ${service} and id = ${id}`;
  await db`update groups set version = version + 1`;
}

interface PostKey {
  service: string;
  id: string;
  post: string;
}

/** Its own, and the strictest that applies to it; undefined if there is no such post. */
export async function ratingsOfPost(
  db: Db,
  { service, id, post }: PostKey,
): Promise<{ rating: Rating; effective: Rating } | undefined> {
  const ofService = db`(select r.rating from rating_rules r where r.kind = 'service' and r.name = c.service)`;
  const [row] = await db<{ rating: Rating; effective: Rating }[]>`
    select ${nameOf(db, db`p.own_rating`)} as rating,
      ${nameOf(db, db`greatest(p.rating, c.rating, ${ofService})`)} as effective
    from posts p join creators c on c.service = p.service and c.id = p."user"
    where p.service = ${service} and p."user" = ${id} and p.id = ${post}`;
  return row;
}

/** A trigger begins new caches for all groups. */
export async function setPostRating(db: Db, { service, post }: PostKey, rating: Rating): Promise<void> {
  await db`update posts set own_rating = ${RATINGS.indexOf(rating)} where service = ${service} and id = ${post}`;
}
