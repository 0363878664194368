/** Reads queries, with the profiles of persons and the spellings of tags from the database. */
import { type Condition, parseQuery, profileOf, type SearchQuery, valuesOf } from "#shared/search/query.ts";
import type { Db } from "../db/client.ts";

/** Parses a query; `person:` becomes `creator:` of all profiles linked at this moment, `tag:` includes other spellings. */
export async function readQuery(db: Db, text: string): Promise<SearchQuery> {
  const { words, conditions } = parseQuery(text);
  return { words, conditions: await withProfiles(db, await withSpellings(db, conditions)) };
}

async function withSpellings(db: Db, conditions: readonly Condition[]): Promise<Condition[]> {
  const tags = conditions.filter(({ key }) => key === "tag").flatMap(valuesOf);
  if (tags.length === 0) return [...conditions];
  const rows = await db<{ wanted: string; tag: string }[]>`
    select wanted, t.tag from unnest(${tags}::text[]) as wanted
      join tags t on tag_form(t.tag) = tag_form(wanted) and t.post_count > 0
    where t.tag <> lower(wanted) order by t.tag`;
  return conditions.map((condition) => {
    const spelled = rows.filter(({ wanted }) => valuesOf(condition).includes(wanted)).map(({ tag }) => tag);
    if (condition.key !== "tag" || spelled.length === 0) return condition;
    return { ...condition, or: [...new Set([...(condition.or ?? []), ...spelled])] };
  });
}

async function withProfiles(db: Db, conditions: readonly Condition[]): Promise<Condition[]> {
  const people = conditions
    .filter(({ key }) => key === "person")
    .flatMap(valuesOf)
    .flatMap((value) => profileOf(value) ?? []);
  if (people.length === 0) return [...conditions];
  const rows = await db<{ person: string; profile: string }[]>`
    select x.service || '/' || x.id as person, l.service || '/' || l.id as profile
    from unnest(${people.map(({ service }) => service)}::text[], ${people.map(({ id }) => id)}::text[]) as x (service, id)
      join creators c on c.service = x.service and c.id = x.id and not c.hidden
      join creators l on l.relation_id = c.relation_id and not l.hidden`;
  return conditions.flatMap((condition) => withLinked(condition, rows));
}

/** Adds linked profiles; only the named one if there are none. */
function withLinked(condition: Condition, rows: readonly { person: string; profile: string }[]): Condition[] {
  const { key, isExcluded } = condition;
  if (key !== "person") return [condition];
  const people = valuesOf(condition);
  const linked = rows.filter(({ person }) => people.includes(person)).map(({ profile }) => profile);
  return [...new Set([...people, ...linked])].map((value) => ({ key: "creator", value, isExcluded }));
}
