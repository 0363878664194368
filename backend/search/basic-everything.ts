/** The search box answered by the database alone, while the engine does not answer: the words as they are typed. */
import { DomUtils, parseDocument } from "htmlparser2";
import type { SearchAnswer } from "#shared/contracts/search.ts";
import { type SearchQuery, valuesOf } from "#shared/search/query.ts";
import type { Sql, Tx } from "../db/client.ts";
import { unavailable } from "../http/errors.ts";
import { basicPosts, bounded } from "./basic.ts";
import { contains, type Fragment } from "./basic-candidates.ts";
import { unless } from "./basic-conditions.ts";
import { basicDms } from "./basic-dms.ts";
import { SEARCH_UNAVAILABLE } from "./client.ts";
import { conditionFilter } from "./filter.ts";
import { marked, snippetOf } from "./marks.ts";

const HITS = 5;

/** @throws HttpError 503 where nothing of it is answered in time */
export async function basicEverything(
  pool: Sql,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const applies = (index: "creators" | "tags" | "dms") =>
    conditionFilter(index, query.conditions) !== undefined;
  const parts = await Promise.allSettled([
    applies("creators") ? bounded(pool, signal, (tx) => creators(tx, query)) : [],
    basicPosts(pool, { query, offset: 0, usual: "newest" }, signal, HITS).then((found) =>
      bounded(pool, signal, (tx) => posts(tx, found.services, found.ids, query)),
    ),
    applies("dms")
      ? basicDms(pool, { query, offset: 0 }, signal, HITS).then(({ hashes }) =>
          bounded(pool, signal, (tx) => dms(tx, hashes, query)),
        )
      : [],
    applies("tags") ? bounded(pool, signal, (tx) => tags(tx, query)) : [],
  ]);
  if (parts.every(({ status }) => status === "rejected")) throw unavailable(SEARCH_UNAVAILABLE);
  const [c, p, d, t] = parts.map((part) => (part.status === "fulfilled" ? (part.value ?? []) : []));
  return { creators: c, posts: p, dms: d, tags: t } as SearchAnswer;
}

/** Whether a text holds all of the words and none of the excluded ones. */
const holdsAll = (tx: Tx, { words }: SearchQuery, text: Fragment): Fragment =>
  words.reduce(
    (before, { text: word, isExcluded }) =>
      tx`${before} and ${unless(tx, isExcluded, contains(tx, text, word))}`,
    tx`true`,
  );

async function creators(tx: Tx, query: SearchQuery): Promise<SearchAnswer["creators"]> {
  const services = query.conditions
    .filter(({ key, isExcluded }) => key === "service" && !isExcluded)
    .flatMap(valuesOf);
  const rows = await tx<SearchAnswer["creators"]>`
    select c.service, c.id, c.name, c.post_count from creators c
      join creator_counts k on k.service = c.service and k.id = c.id
    where not c.hidden and ${holdsAll(tx, query, tx`concat_ws(' ', c.name, c.public_id, c.former_names)`)}
      and (${services.length === 0} or c.service = any(${services}::text[]))
    order by k.favorites desc, c.service, c.id limit ${HITS}`;
  return rows.map((row) => ({ ...row, name: marked(row.name, query) }));
}

async function tags(tx: Tx, query: SearchQuery): Promise<SearchAnswer["tags"]> {
  const rows = await tx<{ tag: string; post_count: number }[]>`
    select t.tag, t.post_count from tags t where t.post_count > 0 and ${holdsAll(tx, query, tx`t.tag`)}
    order by t.post_count desc, t.tag limit ${HITS}`;
  return rows.map(({ tag, post_count }) => ({ tag, marked: marked(tag, query), post_count }));
}

async function posts(
  tx: Tx,
  services: string[],
  ids: string[],
  query: SearchQuery,
): Promise<SearchAnswer["posts"]> {
  const rows = await tx<(Omit<SearchAnswer["posts"][number], "snippet"> & { content: string })[]>`
    select p.service, p."user", p.id, p.title, c.name as creator, coalesce(p.tags, '{}') as tags, ${plain(tx, tx`p.content`)} as content
    from unnest(${services}::text[], ${ids}::text[]) with ordinality as hit (service, id, place)
    join posts p on p.service = hit.service and p.id = hit.id
    join creators c on c.service = p.service and c.id = p."user" order by hit.place`;
  return rows.map(({ service, user, id, title, creator, content, tags }) => ({
    service,
    user,
    id,
    title: marked(title, query),
    creator,
    snippet: snippetOf(marked(textOf(content), query)),
    tags,
  }));
}

async function dms(tx: Tx, hashes: string[], query: SearchQuery): Promise<SearchAnswer["dms"]> {
  const rows = await tx<(Omit<SearchAnswer["dms"][number], "snippet"> & { content: string })[]>`
    select d.hash, d.service, d."user", c.name as creator, ${plain(tx, tx`d.content`)} as content
    from unnest(${hashes}::text[]) with ordinality as hit (hash, place)
    join dms d on d.hash = hit.hash join creators c on c.service = d.service and c.id = d."user" order by hit.place`;
  return rows.map(({ content, ...row }) => ({ ...row, snippet: snippetOf(marked(textOf(content), query)) }));
}

/** The beginning of a content. */
const plain = (tx: Tx, content: Fragment): Fragment => tx`left(${content}, 20000)`;

const textOf = (html: string) => DomUtils.textContent(parseDocument(html)).replace(/\s+/g, " ").trim();
