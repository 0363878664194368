import type { Db, Fragment } from "#backend/db/client.ts";
import { withoutChatMarks } from "#shared/rules/chat-marks.ts";
import { namesOf } from "#shared/rules/chat-names.ts";
import { type MessageDocument, TEXT_LIMIT } from "#shared/search/documents.ts";
import { gramsOf } from "#shared/search/grams.ts";
import { hangulWords } from "#shared/search/hangul.ts";
import { spellingsOf } from "#shared/search/spellings.ts";
import { cleanText } from "#shared/text/plain-text.ts";
import { type Built, buildEach, finish } from "../documents.ts";
import type { Source } from "./source.ts";

interface Row {
  /** Kind of chat, used as the service of its outbox rows. */
  service: Kind;
  id: string;
  channel: string;
  text: string;
  published: Date;
  /** People whom the text may mention by id. */
  people: Record<string, unknown>[];
}

type Kind = MessageDocument["kind"];

/** Messages with a text, of creators that are not hidden. */
const ROWS: Record<Kind, (db: Db) => Fragment> = {
  community: (db) => db`(
    select 'community' as service, m.message_id as id, m.channel_id as channel,
      left(m.original_json ->> 'text', ${TEXT_LIMIT}) as text, m.created_at as published, '[]'::jsonb as people
    from community_messages m join community_channels h on h.channel_id = m.channel_id
      join creators c on c.service = h.service and c.id = h.creator_id
    where m.deleted_at is null and m.original_json ->> 'text' <> '' and not c.hidden)`,
  discord: (db) => db`(
    select 'discord' as service, m.id, m.channel, left(m.content, ${TEXT_LIMIT}) as text, m.published,
      jsonb_build_array(m.author) || m.mentions as people
    from discord_messages m join discord_channels h on h.id = m.channel
      join creators c on c.service = h.service and c.id = h.server_id
    where m.content <> '' and not c.hidden)`,
};
/** Kinds in key order. */
const KINDS = ["community", "discord"] as const;

function build(row: Row): Built {
  const content = cleanText(withoutChatMarks(row.text, namesOf(row.people)));
  const document: Omit<MessageDocument, "key" | "digest"> = {
    kind: row.service,
    id: row.id,
    channel: row.channel,
    content,
    spellings: spellingsOf(content),
    grams: gramsOf(content),
    hangul: hangulWords(content),
    published: row.published.getTime() / 1000,
  };
  return finish(row, document);
}

export const messages: Source = {
  async load(db, keys) {
    const found: Row[] = [];
    for (const kind of KINDS) {
      const ids = keys.filter(({ service }) => service === kind).map(({ id }) => id);
      if (ids.length === 0) continue;
      found.push(
        ...(await db<Row[]>`
          select m.* from unnest(${ids}::text[]) as wanted (id)
          cross join lateral (select * from ${ROWS[kind](db)} m where m.id = wanted.id collate "C" offset 0) m`),
      );
    }
    return buildEach(found, build);
  },
  async page(db, after, limit) {
    const found: Row[] = [];
    for (const kind of KINDS) {
      if (after.service > kind || found.length === limit) continue;
      const id = after.service === kind ? after.id : "";
      found.push(
        ...(await db<Row[]>`
          select * from ${ROWS[kind](db)} m where m.id > ${id} order by m.id limit ${limit - found.length}`),
      );
    }
    return buildEach(found, build);
  },
  async count(db) {
    const [row] = await db<[{ n: number }]>`
      select (select count(*) from ${ROWS.community(db)} m) + (select count(*) from ${ROWS.discord(db)} m) as n`;
    return row.n;
  },
};
