/** Preview of what a group sees: read with its own rights, so that a preview cannot differ from what the policies enforce. */
import type { GroupPreview } from "#shared/entities/group.ts";
import { GROUP_ROLE, type Sql, type Tx } from "../db/client.ts";
import { pageAt } from "../db/pages.ts";
import { listedTotal } from "../db/totals.ts";
import { transaction } from "../db/tx.ts";
import { groupName } from "./group-queries.ts";

type Numbers = GroupPreview["seen"];

/** Undefined if there is no such group. @param offset of the hidden creators */
export async function previewGroup(
  sql: Sql,
  group: number,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<GroupPreview | undefined> {
  const work = async (tx: Tx) => {
    const name = await groupName(tx, group);
    if (name === undefined) return undefined;
    const all = await count(tx);
    await tx`select set_config('role', ${GROUP_ROLE}, true), set_config('roost.group', ${String(group)}, true)`;
    const seen = await count(tx);
    const [keys] = await tx<[{ services: string[]; ids: string[] }]>`
      select coalesce(array_agg(service), '{}') as services, coalesce(array_agg(id), '{}') as ids
      from creators where not hidden`;
    await tx`select set_config('role', 'none', true), set_config('roost.group', '', true)`;
    const creators = await tx<GroupPreview["creators"]>`
      select c.service, c.id, c.name, ${ruleOf(tx, group)} as rule from creators c
      where not c.hidden and not exists (
        select from unnest(${keys.services}::text[], ${keys.ids}::text[]) as seen (service, id)
        where seen.service = c.service and seen.id = c.id)
      order by lower(c.name), c.service, c.id ${pageAt(tx, offset, limit)}`;
    const difference = (key: keyof Numbers) => all[key] - seen[key];
    const hidden = {
      services: difference("services"),
      creators: difference("creators"),
      posts: difference("posts"),
      files: difference("files"),
    };
    return { name, seen, hidden, creators: [...creators] };
  };
  return await transaction(sql, work, { signal, isolation: "repeatable read", readOnly: true });
}

/** Counts what the connection's role sees at this point of the transaction. */
async function count(tx: Tx): Promise<Numbers> {
  const [row] = await tx<[Numbers]>`
    select count(distinct service)::integer as services, count(*)::integer as creators, ${listedTotal(tx, "posts")} as posts,
      (select count(distinct hash)::integer from visible_uses()) as files
    from creators where not hidden`;
  return row;
}

/** The first rule that hides creator `c`. */
const ruleOf = (tx: Tx, group: number) => tx`coalesce((
  select case when e.creator = '' then 'service' else 'creator' end from group_exclusions e
  where e.group_id = ${group} and e.service = c.service and e.creator in ('', c.id) order by e.creator limit 1), 'rating')`;
