/**
 * Search through the API against what a client of the engine would send it over HTTP: the words as they were typed, for
 * the same page, attributes and marks, but in one query. For Chinese, Japanese and Korean the API asks twice.
 */
import type { Meilisearch } from "meilisearch";
import type { Sql } from "#backend/db/client.ts";
import type { Search } from "#backend/search/client.ts";
import { findEverything } from "#backend/search/everything.ts";
import { findPosts } from "#backend/search/posts.ts";
import { parseQuery } from "#shared/search/query.ts";
import { cpuOf, type Line, median, ms, percentile, ROUNDS, rounds } from "./measure.ts";
import { type Call, timesOf, wordsOf } from "./search-calls.ts";
import type { Setting } from "./setting.ts";

const TERMS_A_ROUND = 120;
/** Searches before the first round: a server that has just started is still being compiled and has read no posts. */
const WARM_UP = 1_000;

export async function benchSearch(
  setting: Setting,
  sql: Sql,
  api: { origin: string; pid: number | undefined },
): Promise<Line[]> {
  const terms = await wordsOf(sql, TERMS_A_ROUND * (ROUNDS + 1));
  const of = (round: number) => terms.slice(round * TERMS_A_ROUND, (round + 1) * TERMS_A_ROUND);
  const q =
    (path: string) =>
    (term: string): Call => ({ url: `${api.origin}${path}?q=${encodeURIComponent(term)}` });
  const direct = {
    posts: await straight(setting, (search) =>
      findPosts(search, { query: WORD, offset: 0, newest: "added" }),
    ),
    box: await straight(setting, (search) => findEverything(search, WORD)),
  };
  const warmUp = await wordsOf(sql, WARM_UP);
  for (const path of ["/api/v1/posts", "/api/v1/search"]) await timesOf(warmUp.map(q(path)), 4);
  const lines: Line[] = [];
  for (const clients of [1, 16]) {
    lines.push(
      ...(await compare(
        { what: "search, /api/v1/posts?q=", clients, added: 2.5, pid: api.pid },
        of,
        q("/api/v1/posts"),
        direct.posts,
      )),
      ...(await compare(
        { what: "search, /api/v1/search?q=", clients, added: 1, pid: api.pid },
        of,
        q("/api/v1/search"),
        direct.box,
      )),
    );
  }
  return lines;
}

/** Put in the place of each term when requests are recorded. */
const WORD = parseQuery("word");

interface Compared {
  what: string;
  /** Requests at a time. */
  clients: number;
  /** Milliseconds that the median may be above the engine's. */
  added: number;
  pid: number | undefined;
}

/** Milliseconds that the 95th percentile may be above the engine's. */
const ADDED_P95 = 5;

async function compare(
  { what, clients, added, pid }: Compared,
  terms: (round: number) => string[],
  ours: (term: string) => Call,
  direct: (term: string) => Call,
): Promise<Line[]> {
  const cpu: number[] = [];
  const found = await rounds({
    ours: async (round) => {
      const before = await cpuOf(pid);
      const times = await timesOf(terms(round).map(ours), clients);
      const after = await cpuOf(pid);
      if (round > 0 && before !== undefined && after !== undefined) cpu.push((after - before) / times.length);
      return times;
    },
    direct: async (round) => timesOf(terms(round).map(direct), clients),
  });
  const at = (side: string, share: number) => median(found[side]!.map((times) => percentile(times, share)));
  return [0.5, 0.95].map((share) => {
    const [a, b] = [at("ours", share), at("direct", share)];
    const most = share === 0.5 ? added : ADDED_P95;
    const note = share === 0.5 && cpu.length > 0 ? ` (${median(cpu).toFixed(2)} ms of API CPU each)` : "";
    return {
      what: `${what} ${clients === 1 ? "1 client" : `${clients} clients`}, p${share * 100}${note}`,
      ours: ms(a),
      limit: ms(b),
      ratio: a / b,
      goal: `+ <= ${ms(most)}`,
      met: a - b <= most,
    };
  });
}

interface Recorded {
  path: string;
  body: { q?: string; queries?: { q: string }[] };
}

/** The request of our search code for one word, recorded instead of sent. @returns it for another term */
async function straight(
  { meili }: Setting,
  find: (search: Search) => Promise<unknown>,
): Promise<(term: string) => Call> {
  const noted: Recorded[] = [];
  const recorder = {
    multiSearch: async (body: Recorded["body"]) => {
      noted.push({ path: "multi-search", body });
      return { results: [] };
    },
    index: (uid: string) => ({
      search: async (q: string, options: object) => {
        noted.push({ path: `indexes/${uid}/search`, body: { q, ...options } });
        return { hits: [], totalHits: 0 };
      },
    }),
  };
  await find({
    index: (name) => name,
    ask: (call) => call(recorder as unknown as Meilisearch, AbortSignal.timeout(1000)),
  });
  const [sent] = noted;
  if (sent === undefined || noted.length > 1) throw new Error("The search did not make one request.");
  const { path, body } = sent;
  return (q) => ({
    url: `${meili.url}/${path}`,
    key: meili.key,
    body: JSON.stringify(
      body.queries === undefined
        ? { ...body, q }
        : { ...body, queries: body.queries.map((one) => ({ ...one, q })) },
    ),
  });
}
