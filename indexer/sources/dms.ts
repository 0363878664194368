import type { Db } from "#backend/db/client.ts";
import { type DmDocument, TEXT_LIMIT } from "#shared/search/documents.ts";
import { gramsOf } from "#shared/search/grams.ts";
import { hangulWords } from "#shared/search/hangul.ts";
import { spellingsOf } from "#shared/search/spellings.ts";
import { cleanText, plainText } from "#shared/text/plain-text.ts";
import { type Built, buildEach, finish } from "../documents.ts";
import { columns, type Source, seconds } from "./source.ts";

interface Row {
  hash: string;
  service: string;
  user: string;
  creator: string;
  content: string;
  published: Date;
  added: Date;
  rating: number;
}

const fields = (db: Db) => db`
  d.hash, d.service, d."user", c.name as creator, left(d.content, ${4 * TEXT_LIMIT}) as content, d.published, d.added, c.rating`;

function build(row: Row & { id: string }): Built {
  const creator = cleanText(row.creator, 1_000);
  const content = plainText(row.content);
  const document: Omit<DmDocument, "key" | "digest"> = {
    hash: row.hash,
    service: row.service,
    user: row.user,
    creator,
    content,
    spellings: spellingsOf(content, creator),
    grams: gramsOf(content, creator),
    hangul: hangulWords(content, creator),
    published: seconds(row.published),
    added: seconds(row.added),
    rating: row.rating,
  };
  return finish({ service: "", id: row.hash }, document);
}

// DMs are identified by hash only.
const keyed = (rows: readonly Row[]) => rows.map((row) => ({ ...row, id: row.hash }));

export const dms: Source = {
  async load(db, keys) {
    const rows = await db<Row[]>`
      select ${fields(db)} from unnest(${columns(keys).ids}::text[]) as k (hash)
      join dms d on d.hash = k.hash collate "C" join creators c on c.service = d.service and c.id = d."user"
      where not d.hidden and not c.hidden`;
    return buildEach(keyed(rows), build);
  },
  async page(db, after, limit) {
    const rows = await db<Row[]>`
      select ${fields(db)} from dms d join creators c on c.service = d.service and c.id = d."user"
      where d.hash > ${after.id} and not d.hidden and not c.hidden order by d.hash limit ${limit}`;
    return buildEach(keyed(rows), build);
  },
  async count(db) {
    const [row] = await db<[{ n: number }]>`
      select count(*) as n from dms d join creators c on c.service = d.service and c.id = d."user"
      where not d.hidden and not c.hidden`;
    return row.n;
  },
};
