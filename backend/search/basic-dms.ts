/** DMs in the database alone, while the engine does not answer: last added first. */
import { MAX_REACHABLE, PAGE_SIZE } from "#shared/rules/paging.ts";
import { type SearchQuery, startOf } from "#shared/search/query.ts";
import type { Sql, Tx } from "../db/client.ts";
import { unavailable } from "../http/errors.ts";
import { bounded, LONGEST_FIRST } from "./basic.ts";
import { byWord, contains, type Fragment, isCreator } from "./basic-candidates.ts";
import { type FilterKey, fulfilling } from "./basic-conditions.ts";
import { SEARCH_UNAVAILABLE } from "./client.ts";
import type { FoundDms } from "./dms.ts";

/** Rows that are looked through first, and where no index names any. */
const LATEST = 3_000;
const LATEST_ALONE = 15_000;
const NAMED = 10_000;
const CREATORS = 50;
const OF_CREATOR = 1_000;

/** @throws HttpError 503 where that takes too long */
export async function basicDms(
  pool: Sql,
  { query, offset }: { query: SearchQuery; offset: number },
  signal: AbortSignal,
  size = PAGE_SIZE,
): Promise<FoundDms> {
  const end = offset + size + 1;
  const first = await bounded(pool, signal, (tx) => matching(tx, query, end, latest(tx)), LONGEST_FIRST);
  const rows =
    first !== undefined && first.length >= end
      ? first
      : ((await bounded(pool, signal, (tx) => matching(tx, query, end, named(tx, query)))) ?? first);
  if (rows === undefined) throw unavailable(SEARCH_UNAVAILABLE);
  const hashes = rows.slice(offset, offset + size).map(({ hash }) => hash);
  return { hashes, total: Math.min(rows.length, MAX_REACHABLE) };
}

async function matching(
  tx: Tx,
  query: SearchQuery,
  end: number,
  candidates: Fragment,
): Promise<{ hash: string }[]> {
  const words = query.words.map(({ text, isExcluded }) => {
    const holds = tx`(${contains(tx, tx`d.content`, text)} or ${contains(tx, tx`c.name`, text)})`;
    return isExcluded ? tx`not ${holds}` : holds;
  });
  const conditions = fulfilling(tx, query.conditions, (key, value) => fulfills(tx, key, value));
  const where = [...words, ...conditions].reduce(
    (before, next) => tx`${before} and ${next}`,
    tx`not d.hidden and not c.hidden`,
  );
  return await tx<{ hash: string }[]>`
    select d.hash from (${candidates}) d join creators c on c.service = d.service and c.id = d."user"
    where ${where} order by d.added desc, d.hash limit ${end}`;
}

const latest = (tx: Tx, count = LATEST): Fragment =>
  tx`select d.* from dms d where not d.hidden order by d.added desc, d.hash limit ${count}`;

/** What the indexes name of the words, or of creators with them in their name. */
function named(tx: Tx, { words }: SearchQuery): Fragment {
  const wanted = words.filter((word) => !word.isExcluded);
  const byIndex = wanted.flatMap(
    ({ text }) => byWord(tx, text, tx`null::text, d.content, null::text[]`) ?? [],
  );
  if (byIndex.length === 0) return latest(tx, LATEST_ALONE);
  const all = byIndex.reduce((before, next) => tx`${before} and ${next}`);
  const byName = wanted
    .map(({ text }) => contains(tx, tx`c.name`, text))
    .reduce((before, next) => tx`${before} or ${next}`);
  const inText = wanted
    .map(({ text }) => contains(tx, tx`d.content`, text))
    .reduce((before, next) => tx`${before} and ${next}`);
  return tx`select d.* from (
      (select d.hash from (select d.* from dms d where not d.hidden and ${all} limit ${NAMED}) d where ${inText})
      union
      (select d.hash from (select c.service, c.id from creators c where not c.hidden and (${byName}) limit ${CREATORS}) c
        cross join lateral (select d.hash from dms d where d.service = c.service and d."user" = c.id and not d.hidden
          limit ${OF_CREATOR}) d)
    ) k join dms d on d.hash = k.hash`;
}

/** Of a DM: its service, its creator, its date. */
function fulfills(tx: Tx, key: FilterKey, value: string): Fragment {
  switch (key) {
    case "service":
      return tx`d.service = ${value}`;
    case "creator":
    case "person":
      return isCreator(tx, value);
    case "before":
      return tx`d.published < to_timestamp(${startOf(value) ?? 0})`;
    case "after":
      return tx`d.published >= to_timestamp(${startOf(value) ?? 0})`;
    default:
      return tx`false`;
  }
}
