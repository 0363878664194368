/** Search through the API against the same query sent straight to the engine over HTTP. */
import { Agent, request } from "node:http";
import type { Meilisearch } from "meilisearch";
import type { Sql } from "#backend/db/client.ts";
import type { Search } from "#backend/search/client.ts";
import { findEverything } from "#backend/search/everything.ts";
import { findPosts } from "#backend/search/posts.ts";
import { parseQuery } from "#shared/search/query.ts";
import { cpuOf, type Line, median, ms, percentile, ROUNDS, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const TERMS_A_ROUND = 120;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Call {
  url: string;
  body?: string;
  key?: string;
}

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
  return [
    ...(await compare(
      "search, /api/v1/posts?q=",
      of,
      q("/api/v1/posts"),
      (term) => straight(setting, term, findPostsOf),
      api.pid,
    )),
    ...(await compare(
      "search, /api/v1/search?q=",
      of,
      q("/api/v1/search"),
      (term) => straight(setting, term, (search, q) => findEverything(search, parseQuery(q))),
      api.pid,
    )),
  ];
}

const findPostsOf = (search: Search, q: string) =>
  findPosts(search, { query: parseQuery(q), offset: 0, newest: "added" });

async function compare(
  what: string,
  terms: (round: number) => string[],
  ours: (term: string) => Call,
  direct: (term: string) => Promise<Call>,
  pid: number | undefined,
): Promise<Line[]> {
  const cpu: number[] = [];
  const found = await rounds({
    ours: async (round) => {
      const before = await cpuOf(pid);
      const times = await timesOf(terms(round).map(ours));
      const after = await cpuOf(pid);
      if (round > 0 && before !== undefined && after !== undefined) cpu.push((after - before) / times.length);
      return times;
    },
    direct: async (round) => timesOf(await Promise.all(terms(round).map(direct))),
  });
  const at = (side: string, share: number) => median(found[side]!.map((times) => percentile(times, share)));
  return [0.5, 0.95].map((share) => {
    const [a, b] = [at("ours", share), at("direct", share)];
    const note = share === 0.5 && cpu.length > 0 ? ` (${median(cpu).toFixed(2)} ms of API CPU each)` : "";
    const met = share === 0.5 ? a / b <= 1.2 : undefined;
    return {
      what: `${what} p${share * 100}${note}`,
      ours: ms(a),
      limit: ms(b),
      ratio: a / b,
      goal: share === 0.5 ? "<= 1.20" : "-",
      met,
    };
  });
}

/** The request of our search code, recorded instead of sent. */
async function straight(
  { meili }: Setting,
  term: string,
  find: (search: Search, q: string) => Promise<unknown>,
): Promise<Call> {
  let noted: Call | undefined;
  const recorder = {
    multiSearch: async (body: unknown) => {
      noted = { url: `${meili.url}/multi-search`, body: JSON.stringify(body), key: meili.key };
      return { results: [] };
    },
    index: (uid: string) => ({
      search: async (q: string, options: object) => {
        noted = {
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

/** One after the other over one kept connection; milliseconds each. */
async function timesOf(calls: readonly Call[]): Promise<number[]> {
  const times: number[] = [];
  for (const call of calls) {
    const begun = performance.now();
    await answer(call);
    times.push(performance.now() - begun);
  }
  return times;
}

function answer({ url, body, key }: Call): Promise<void> {
  const headers: Record<string, string> = { "accept-encoding": "identity" };
  if (body !== undefined)
    Object.assign(headers, {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      authorization: `Bearer ${key}`,
    });
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: body === undefined ? "GET" : "POST", headers }, (response) => {
      response.resume();
      response.once("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
      );
      response.once("error", reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Words that stand in the sample, in every script, every fifth with a typing error. */
async function wordsOf(sql: Sql, count: number): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    select word from (
      select distinct word from (select title, content from posts order by service, id limit 20000) p,
        lateral regexp_split_to_table(regexp_replace(title || ' ' || content, '<[^>]*>', ' ', 'g'), '[^[:alpha:]]+') word
      where length(word) between 3 and 14
    ) words order by md5(word) limit ${count}`;
  const words = rows.map(({ word }) => word);
  const terms: string[] = [];
  for (let i = 0; terms.length < count; i++) {
    const word = words[i % words.length]!;
    const second = words[(i * 7 + 3) % words.length]!;
    const term = i < words.length ? word : `${word} ${second}`;
    terms.push(i % 5 === 4 && term.length > 5 ? term.slice(0, 2) + term[3] + term[2] + term.slice(4) : term);
  }
  return terms;
}
