/** The same searches of one search server and of two that share the documents, through the API's own code. */

import type { Sql } from "#backend/db/client.ts";
import { openSearch, type Search } from "#backend/search/client.ts";
import { findEverything } from "#backend/search/everything.ts";
import { countFacets } from "#backend/search/facets.ts";
import { findPosts } from "#backend/search/posts.ts";
import { openEngine } from "#indexer/engine.ts";
import { rebuild } from "#indexer/rebuild.ts";
import { INDEXES } from "#shared/search/documents.ts";
import { parseQuery } from "#shared/search/query.ts";
import { startSearchServers } from "#tests/support/search-servers.ts";
import { compare, type Line, ms, percentile, ROUNDS, rounds } from "./measure.ts";
import { wordsOf } from "./search-calls.ts";

const TERMS_A_ROUND = 60;
const WARM_UP = 200;

const SEARCHES: Record<string, (search: Search, term: string) => Promise<unknown>> = {
  "posts, a word": (search, term) =>
    findPosts(search, { query: parseQuery(term), offset: 0, usual: "added" }),
  "posts, page 20": (search, term) =>
    findPosts(search, { query: parseQuery(`-${term}`), offset: 950, usual: "added" }),
  "the box": (search, term) => findEverything(search, parseQuery(term)),
  facets: (search, term) => countFacets(search, { query: parseQuery(term), tags: [] }),
};

export async function benchServers(sql: Sql): Promise<Line[]> {
  await using servers = await startSearchServers(3);
  const { key } = servers;
  const searches: Record<string, Search> = {};
  for (const [name, urls] of Object.entries({ one: servers.urls.slice(0, 1), two: servers.urls.slice(1) })) {
    const engine = openEngine({ url: urls.join(","), key });
    await rebuild(sql, engine, { wanted: async () => INDEXES });
    searches[name] = openSearch({ url: urls.join(","), key });
  }
  const terms = await wordsOf(sql, TERMS_A_ROUND * (ROUNDS + 1));
  const lines: Line[] = [];
  for (const [what, find] of Object.entries(SEARCHES)) {
    const timed = (side: string, part: readonly string[]) =>
      timesOf(part, (term) => find(searches[side]!, term));
    for (const side of ["one", "two"]) await timed(side, terms.slice(0, WARM_UP));
    const part = (round: number) => terms.slice(round * TERMS_A_ROUND, (round + 1) * TERMS_A_ROUND);
    const found = await rounds({
      two: (round) => timed("two", part(round)),
      one: (round) => timed("one", part(round)),
    });
    for (const share of [0.5, 0.95]) {
      const at = (side: string) => found[side]!.map((times) => percentile(times, share));
      lines.push(compare(`two search servers, ${what}, p${share * 100}`, at("two"), at("one"), ms));
    }
  }
  return lines;
}

async function timesOf(
  terms: readonly string[],
  find: (term: string) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (const term of terms) {
    const begun = performance.now();
    await find(term);
    times.push(performance.now() - begun);
  }
  return times;
}
