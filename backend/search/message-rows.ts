/** Rows of messages that a search found. Messages of hidden creators have none. */
import type { SearchAnswer } from "#shared/contracts/search.ts";
import type { FoundMessages } from "#shared/entities/chat.ts";
import { withoutChatMarks } from "#shared/rules/chat-marks.ts";
import { namesOf } from "#shared/rules/chat-names.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { SearchQuery } from "#shared/search/query.ts";
import type { Db } from "../db/client.ts";
import { type FoundHits, type MessageHit, messageSnippet } from "./messages.ts";

type BoxMessage = NonNullable<SearchAnswer["messages"]>[number];
type Row = Omit<BoxMessage, "snippet"> & {
  kind: MessageHit["kind"];
  text: string;
  /** People whom the text may name by id. */
  people: Record<string, unknown>[];
};

/** In the order of the hits. */
async function readRows(sql: Db, hits: readonly MessageHit[]): Promise<(Row & { content: string })[]> {
  if (hits.length === 0) return [];
  const ids = (kind: MessageHit["kind"]) => hits.filter((hit) => hit.kind === kind).map(({ id }) => id);
  const rows = await sql<Row[]>`
    select 'discord' as kind, m.id, c.service, c.id as "user", c.name as creator, m.channel, h.name as channel_name,
      coalesce(nullif(m.author ->> 'global_name', ''), m.author ->> 'username') as author, iso(m.published) as published,
      m.content as text, jsonb_build_array(m.author) || m.mentions as people
    from discord_messages m join discord_channels h on h.id = m.channel
      join creators c on c.service = h.service and c.id = h.server_id
    where m.id = any(${ids("discord")}::text[]) and not c.hidden
    union all
    select 'community', m.message_id, c.service, c.id, c.name, m.channel_id, h.name,
      m.original_json #>> '{user,name}', iso(m.created_at), coalesce(m.original_json ->> 'text', ''), '[]'::jsonb
    from community_messages m join community_channels h on h.channel_id = m.channel_id
      join creators c on c.service = h.service and c.id = h.creator_id
    where m.message_id = any(${ids("community")}::text[]) and m.deleted_at is null and not c.hidden`;
  const rowOf = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  return hits.flatMap(({ kind, id, content }) => {
    const row = rowOf.get(`${kind} ${id}`);
    return row === undefined ? [] : [{ ...row, content }];
  });
}

/** One page of a chat's own search. Snippets have the ids of people, whose names come beside them. */
export async function readMessages(sql: Db, { query, hits }: FoundHits): Promise<FoundMessages> {
  const rows = await readRows(sql, hits.slice(0, PAGE_SIZE));
  return {
    messages: rows.map(({ id, channel, author, published, text, content }) => ({
      id,
      channel,
      author,
      published,
      snippet: messageSnippet(text, content, query),
    })),
    names: Object.fromEntries(namesOf(rows.flatMap(({ people }) => people))),
    more: hits.length > PAGE_SIZE,
  };
}

/** Messages of the search box, newest first. Snippets are readable as they are. */
export async function readBoxMessages(
  sql: Db,
  hits: readonly MessageHit[],
  query: SearchQuery,
): Promise<BoxMessage[]> {
  const rows = await readRows(sql, hits);
  return rows
    .toSorted((a, b) => (a.published < b.published ? 1 : -1))
    .map(({ kind: _, text, people, content, ...message }) => ({
      ...message,
      snippet: messageSnippet(withoutChatMarks(text, namesOf(people)), content, query),
    }));
}
