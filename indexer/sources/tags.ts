import type { TagDocument } from "#shared/search/documents.ts";
import { gramsOf } from "#shared/search/grams.ts";
import { hangulWords } from "#shared/search/hangul.ts";
import { spellingsOf } from "#shared/search/spellings.ts";
import { type Built, buildEach, finish } from "../documents.ts";
import { columns, type Source } from "./source.ts";

interface Row {
  tag: string;
  post_count: number;
}

function build(row: Row & { id: string }): Built {
  const document: Omit<TagDocument, "key" | "digest"> = {
    tag: row.tag,
    post_count: row.post_count,
    spellings: spellingsOf(row.tag),
    grams: gramsOf(row.tag),
    hangul: hangulWords(row.tag),
  };
  return finish({ service: "", id: row.tag }, document);
}

const keyed = (rows: readonly Row[]) => rows.map((row) => ({ ...row, service: "", id: row.tag }));

export const tags: Source = {
  async load(db, keys) {
    const rows = await db<Row[]>`
      select t.tag, t.post_count from unnest(${columns(keys).ids}::text[]) as k (tag)
      join tags t on t.tag = k.tag collate "C" where t.post_count > 0`;
    return buildEach(keyed(rows), build);
  },
  async page(db, after, limit) {
    const rows = await db<Row[]>`
      select t.tag, t.post_count from tags t where t.tag > ${after.id} and t.post_count > 0 order by t.tag limit ${limit}`;
    return buildEach(keyed(rows), build);
  },
  async count(db) {
    const [row] = await db<[{ n: number }]>`
      select count(*) as n from tags t where t.post_count > 0`;
    return row.n;
  },
};
