import type { Db } from "#backend/db/client.ts";
import type { CreatorDocument } from "#shared/search/documents.ts";
import { gramsOf } from "#shared/search/grams.ts";
import { hangulWords } from "#shared/search/hangul.ts";
import { spellingsOf } from "#shared/search/spellings.ts";
import { cleanText } from "#shared/text/plain-text.ts";
import { type Built, buildEach, finish } from "../documents.ts";
import { inLatin } from "../in-latin.ts";
import { columns, type Source, seconds } from "./source.ts";

interface Row {
  service: string;
  id: string;
  name: string;
  public_id: string | null;
  former_names: string[];
  favorited: number;
  updated: Date;
  post_count: number;
  rating: number;
}

const fields = (db: Db) =>
  db`c.service, c.id, c.name, c.public_id, c.former_names, k.favorites as favorited, c.updated, c.post_count, c.rating`;
const NAME_LIMIT = 1_000;

function build(row: Row): Built {
  const name = cleanText(row.name, NAME_LIMIT);
  const publicId = row.public_id && cleanText(row.public_id, NAME_LIMIT);
  const former = row.former_names.map((one) => cleanText(one, NAME_LIMIT));
  const document: Omit<CreatorDocument, "key" | "digest"> = {
    service: row.service,
    id: row.id,
    name,
    public_id: publicId,
    former,
    latin: [name, ...former].map(inLatin).filter(Boolean).join(" "),
    spellings: spellingsOf(name, ...former),
    grams: gramsOf(name, publicId ?? "", ...former),
    hangul: hangulWords(name, ...former),
    favorited: row.favorited,
    updated: seconds(row.updated),
    post_count: row.post_count,
    rating: row.rating,
  };
  return finish(row, document);
}

export const creators: Source = {
  async load(db, keys) {
    const { services, ids } = columns(keys);
    const rows = await db<Row[]>`
      select ${fields(db)} from unnest(${services}::text[], ${ids}::text[]) as wanted (service, id)
      join creators c on c.service = wanted.service collate "C" and c.id = wanted.id collate "C"
      join creator_counts k on k.service = c.service and k.id = c.id where not c.hidden`;
    return buildEach(rows, build);
  },
  async page(db, after, limit) {
    const rows = await db<Row[]>`
      select ${fields(db)} from creators c join creator_counts k on k.service = c.service and k.id = c.id
      where (c.service, c.id) > (${after.service}, ${after.id}) and not c.hidden
      order by c.service, c.id limit ${limit}`;
    return buildEach(rows, build);
  },
  async count(db) {
    const [row] = await db<[{ n: number }]>`
      select count(*) as n from creators c where not c.hidden`;
    return row.n;
  },
};
