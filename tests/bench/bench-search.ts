/** Search through the API against the same query sent straight to the engine over HTTP. */
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
  const lines: Line[] = [];
  for (const clients of [1, 16]) {
    lines.push(
      ...(await compare(
        { what: "search, /api/v1/posts?q=", clients, added: 2.5, pid: api.pid },
        of,
        q("/api/v1/posts"),
        (term) => straight(setting, term, findPostsOf),
      )),
      ...(await compare(
        { what: "search, /api/v1/search?q=", clients, added: 1, pid: api.pid },
        of,
        q("/api/v1/search"),
        (term) => straight(setting, term, (search, q) => findEverything(search, parseQuery(q))),
      )),
    );
  }
  return lines;
}

const findPostsOf = (search: Search, q: string) =>
  findPosts(search, { query: parseQuery(q), offset: 0, newest: "added" });

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
  direct: (term: string) => Promise<Call>,
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
    direct: async (round) => timesOf(await Promise.all(terms(round).map(direct)), clients),
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

/** The first request of our search code, recorded instead of sent. */
async function straight(
  { meili }: Setting,
  term: string,
  find: (search: Search, q: string) => Promise<unknown>,
): Promise<Call> {
  let noted: Call | undefined;
  const recorder = {
    multiSearch: async (body: unknown) => {
      noted ??= { url: `${meili.url}/multi-search`, body: JSON.stringify(body), key: meili.key };
      return { results: [] };
    },
    index: (uid: string) => ({
      search: async (q: string, options: object) => {
        noted ??= {
          url: `${meili.url}/indexes/${uid}/search`,
          body: JSON.stringify({ q, ...options }),
          key: meili.key,
        };
        return { hits: [], totalHits: 0 };
      },
    }),
  };
  const search: Search = {
    index: (name) => name,
    ask: (call) => call(recorder as unknown as Meilisearch, AbortSignal.timeout(1000)),
  };
  await find(search, term);
  if (noted === undefined) throw new Error("The search made no request.");
  return noted;
}
