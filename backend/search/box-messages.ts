/** Messages of all chats for the search box: what the indexes name in a short time (docs/decisions/0049-message-search.md). */
import type { SearchAnswer } from "#shared/contracts/search.ts";
import { withoutChatMarks } from "#shared/rules/chat-marks.ts";
import { namesOf } from "#shared/rules/chat-names.ts";
import { hasCjk } from "#shared/search/grams.ts";
import type { SearchQuery, Word } from "#shared/search/query.ts";
import type { Sql, Tx } from "../db/client.ts";
import { VersionedValues } from "../http/cache.ts";
import type { Services } from "../http/endpoint.ts";
import { bounded } from "./basic.ts";
import { byWord, type Fragment } from "./basic-candidates.ts";
import { marked, snippetOf } from "./marks.ts";
import { communityChannels, communityRows, discordChannels, discordRows } from "./message-rows.ts";
import { holds, textOf } from "./messages.ts";

type Message = NonNullable<SearchAnswer["messages"]>[number];
type Row = Omit<Message, "snippet"> & { text: string; people: Record<string, unknown>[] };

const HITS = 5;
/** That an index may name of each kind. */
const NAMED = 1_000;
/** Longest wait, in milliseconds: the rest of the answer is not to wait for messages. */
const LONGEST = 100;
/** Fewer letters begin too many words. */
const SHORTEST = 3;

const KINDS = [
  { rows: discordRows, channels: discordChannels },
  { rows: communityRows, channels: communityChannels },
];

/** Once per server. @returns finds at most five messages, newest first; none where that takes too long */
export function boxMessages() {
  const known = new VersionedValues<boolean>(["community_messages", "discord_messages"], {
    maxSize: 1_000,
    sizeOf: () => 1,
  });
  const hasMessages = async (pool: Sql, changes: Services["changes"]) => {
    const [has] = await known.get(changes, ["any"], async () => {
      const [row] = await pool<{ any: boolean }[]>`
        select exists (select from discord_messages) or exists (select from community_messages) as any`;
      return [row?.any];
    });
    return has === true;
  };
  return async (
    { pool, changes, signal }: { pool: Sql; changes: Services["changes"]; signal: AbortSignal },
    query: SearchQuery,
  ): Promise<Message[]> => {
    if (!isAsked(query) || !(await hasMessages(pool, changes))) return [];
    const rows = await bounded(pool, signal, (tx) => find(tx, query), LONGEST);
    return (rows ?? []).map(({ text, people, ...message }) => ({
      ...message,
      snippet: snippetOf(marked(withoutChatMarks(text, namesOf(people)).replace(/\s+/gu, " ").trim(), query)),
    }));
  };
}

/** Messages have words and a date, nothing else. */
const isAsked = ({ words, conditions }: SearchQuery) =>
  words.some(isNamed) &&
  conditions.every(
    ({ key, isExcluded }) => isExcluded || key === "before" || key === "after" || key === "sort",
  );

const isNamed = ({ text, isExcluded }: Word) => !isExcluded && (hasCjk(text) || [...text].length >= SHORTEST);

async function find(tx: Tx, query: SearchQuery): Promise<Row[] | undefined> {
  const byIndex = query.words.filter(isNamed).flatMap(({ text }) => byWord(tx, text, textOf(tx, text)) ?? []);
  if (byIndex.length === 0) return undefined;
  const named = byIndex.reduce((before, next) => tx`${before} and ${next}`);
  const found = KINDS.map(({ rows, channels }): Fragment => {
    const candidates = tx`select m.* from (${rows(tx)}) m where ${named} limit ${NAMED}`;
    return tx`
      select m.id, c.service, c.id as "user", c.name as creator, m.channel, r.name as channel_name, m.author,
        m.published, m.text, m.people
      from (${candidates}) m join (${channels(tx)}) r on r.id = m.channel
        join creators c on c.service = r.service and c.id = r.creator and not c.hidden
      where ${holds(tx, query)}`;
  }).reduce((before, next) => tx`${before} union all ${next}`);
  return await tx<Row[]>`
    select m.id, m.service, m."user", m.creator, m.channel, m.channel_name, m.author, iso(m.published) as published,
      m.text, m.people
    from (${found}) m order by m.published desc, m.id desc limit ${HITS}`;
}
