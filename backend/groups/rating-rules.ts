/** Rules that rate all creators of a service, or all posts with a tag (docs/decisions/0073-groups.md). */
import type { RatingRule } from "#shared/entities/group.ts";
import { RATINGS, type Rating } from "#shared/rules/ratings.ts";
import type { Db, Sql } from "../db/client.ts";
import { transaction } from "../db/tx.ts";
import type { Task } from "../jobs/tasks.ts";

const POLL_INTERVAL_MS = 30_000;
/** Posts per transaction, which locks them and the counts of their creators and tags. */
const BATCH = 1_000;

const ratingName = (db: Db) => db`(${[...RATINGS]}::text[])[rating + 1]`;

/** Services first, by name; without those that are only left to be undone. */
export async function ratingRules(db: Db): Promise<RatingRule[]> {
  return await db<RatingRule[]>`
    select kind, name, ${ratingName(db)} as rating, pending from rating_rules where rating > 0 order by kind, name`;
}

/** @param rating `everyone` deletes the rule @returns the rating by the rule until now, and its name as it is stored */
export async function setRatingRule(
  db: Db,
  { kind, name }: Pick<RatingRule, "kind" | "name">,
  rating: Rating,
): Promise<{ name: string; before: Rating }> {
  const [rule] = await db<[{ name: string; before: Rating }]>`
    select k.name, coalesce((select ${ratingName(db)} from rating_rules r where r.kind = ${kind} and r.name = k.name), 'everyone') as before
    from (select case when ${kind} = 'tag' then tag_form(${name}) else ${name} end as name) k`;
  if (rule.before === rating) return rule;
  // Policies apply rules for services; those for tags are stored with the posts, by the task below.
  if (kind === "service" && rating === "everyone")
    await db`delete from rating_rules where kind = ${kind} and name = ${rule.name}`;
  else
    await db`
      insert into rating_rules values (${kind}, ${rule.name}, ${RATINGS.indexOf(rating)}, ${kind === "tag"})
      on conflict (kind, name) do update set rating = excluded.rating, pending = excluded.pending`;
  await db`update groups set version = version + 1`;
  return rule;
}

/** Applies changed rules for tags to the posts that were here before. New posts are rated by a trigger. */
export const ratingTask = (sql: Sql): Task => ({
  name: "rating_rules",
  everyMs: POLL_INTERVAL_MS,
  run: async () => {
    const [rule] = await sql<{ name: string; rating: number; row: string }[]>`
      select name, rating, xmin::text as row from rating_rules where pending order by name limit 1`;
    if (rule === undefined) return false;
    await applyRule(sql, rule.name);
    // Unless it was changed meanwhile, and is to be applied again.
    const unchanged = sql`kind = 'tag' and name = ${rule.name} and xmin::text = ${rule.row}`;
    if (rule.rating === 0) await sql`delete from rating_rules where ${unchanged}`;
    else await sql`update rating_rules set pending = false where ${unchanged}`;
    return true;
  },
});

async function applyRule(sql: Sql, form: string): Promise<void> {
  const [keys] = await sql<[{ services: string[]; ids: string[] }]>`
    with spellings as materialized (
      select distinct t.tag from tags g
      join creator_tags t on t.lower_tag = g.tag
      where tag_form(g.tag) = ${form} and g.post_count > 0
    )
    select coalesce(array_agg(service order by service, id), '{}') as services,
      coalesce(array_agg(id order by service, id), '{}') as ids
    from posts where tags && array(select tag::text from spellings)`;
  for (let at = 0; at < keys.services.length; at += BATCH) {
    const [services, ids] = [keys.services.slice(at, at + BATCH), keys.ids.slice(at, at + BATCH)];
    await transaction(sql, async (tx) => {
      // The trigger computes the rating.
      await tx`
        update posts p set own_rating = p.own_rating
        from unnest(${services}::text[], ${ids}::text[]) as k (service, id)
        where p.service = k.service and p.id = k.id and p.rating <> post_rating(p.own_rating, p.tags)`;
    });
  }
}
