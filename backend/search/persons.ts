/** Queries that name a person: the database knows the linked profiles, the engine does not. */
import { type Condition, parseQuery, profileOf, type SearchQuery, valuesOf } from "#shared/search/query.ts";
import type { Db } from "../db/client.ts";

/** Reads a query; `person:` of a creator becomes `creator:` of it and of all that are linked to it at this moment. */
export async function readQuery(db: Db, text: string): Promise<SearchQuery> {
  const { words, conditions } = parseQuery(text);
  const people = conditions
    .filter(({ key }) => key === "person")
    .flatMap(valuesOf)
    .flatMap((value) => profileOf(value) ?? []);
  if (people.length === 0) return { words, conditions };
  const rows = await db<{ person: string; profile: string }[]>`
    select x.service || '/' || x.id as person, l.service || '/' || l.id as profile
    from unnest(${people.map(({ service }) => service)}::text[], ${people.map(({ id }) => id)}::text[]) as x (service, id)
      join creators c on c.service = x.service and c.id = x.id and not c.hidden
      join creators l on l.relation_id = c.relation_id and not l.hidden`;
  return { words, conditions: conditions.flatMap((condition) => withLinked(condition, rows)) };
}

/** The named profile stands for itself where nobody is linked to it. */
function withLinked(condition: Condition, rows: readonly { person: string; profile: string }[]): Condition[] {
  const { key, isExcluded } = condition;
  if (key !== "person") return [condition];
  const people = valuesOf(condition);
  const linked = rows.filter(({ person }) => people.includes(person)).map(({ profile }) => profile);
  return [...new Set([...people, ...linked])].map((value) => ({ key: "creator", value, isExcluded }));
}
