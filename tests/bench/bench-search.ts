/**
 * Search through the API against the engine alone: the same requests, word by word, as the API makes of it, sent by a
 * client without anything in between. What they cost beyond one request with the words as they were typed, which finds
 * less in Chinese, Japanese and Korean, is a line of its own.
 */
import type { Sql } from "#backend/db/client.ts";
import { findEverything } from "#backend/search/everything.ts";
import { findPosts } from "#backend/search/posts.ts";
import { compare, cpuOf, type Line, median, ms, percentile, ROUNDS, rounds } from "./measure.ts";
import { type Call, type Calls, type Find, requestsOf, timesOf, wordsOf } from "./search-calls.ts";
import type { Setting } from "./setting.ts";

const TERMS_A_ROUND = 120;
/** Searches before the first round: a server that has just started is still being compiled and has read no posts. */
const WARM_UP = 1_000;
/** Milliseconds that the 95th percentile may be above the engine's. */
const ADDED_P95 = 5;

interface Load {
  /** Requests at a time. */
  clients: number;
  /** Pause of each client before a search, in milliseconds. */
  pause: number;
}

/** Without a pause 16 clients want more than two cores have: then what anyone's CPU takes, all others wait for. */
const LOADS: Readonly<Record<string, Load>> = {
  "1 client": { clients: 1, pause: 0 },
  "16 clients": { clients: 16, pause: 0 },
  "16 clients, 4 searches/s each": { clients: 16, pause: 250 },
};

interface Route {
  path: string;
  /** Milliseconds that the median may be above the engine's. */
  added: number;
  find: Find;
}

const ROUTES: readonly Route[] = [
  {
    path: "/api/v1/posts",
    added: 2.5,
    find: (search, query) => findPosts(search, { query, offset: 0, defaultOrder: "added" }),
  },
  { path: "/api/v1/search", added: 1, find: findEverything },
];

export async function benchSearch(
  setting: Setting,
  sql: Sql,
  api: { origin: string; pid: number | undefined },
): Promise<Line[]> {
  const terms = await wordsOf(sql, TERMS_A_ROUND * (ROUNDS + 1));
  const warmUp = await wordsOf(sql, WARM_UP);
  const through = ({ path }: Route, term: string): Call => ({
    url: `${api.origin}${path}?q=${encodeURIComponent(term)}`,
  });
  const measured = new Map<Route, Searched[]>();
  for (const route of ROUTES) {
    await timesOf(
      warmUp.map((term) => through(route, term)),
      4,
    );
    const [typed] = await requestsOf(setting, route.find, "word");
    const searches: Searched[] = [];
    for (const term of terms)
      searches.push({
        ours: through(route, term),
        engine: await requestsOf(setting, route.find, term),
        typed: asTyped(typed, term),
      });
    measured.set(route, searches);
  }
  const lines: Line[] = [];
  for (const [name, load] of Object.entries(LOADS))
    for (const [route, searches] of measured)
      lines.push(...(await compareUnder({ route, name, load, pid: api.pid }, searches)));
  return lines;
}

/** One search: through the API, the requests that the API makes of the engine, and one with the words as typed. */
interface Searched {
  ours: Calls;
  engine: Calls;
  typed: Calls;
}

interface Compared {
  route: Route;
  name: string;
  load: Load;
  pid: number | undefined;
}

async function compareUnder(
  { route, name, load: { clients, pause }, pid }: Compared,
  searches: readonly Searched[],
): Promise<Line[]> {
  const cpu: number[] = [];
  const timed = (round: number, side: keyof Searched) => {
    const part = searches.slice(round * TERMS_A_ROUND, (round + 1) * TERMS_A_ROUND);
    return timesOf(
      part.map((one) => one[side]),
      clients,
      pause,
    );
  };
  const found = await rounds({
    ours: async (round) => {
      const before = await cpuOf(pid);
      const times = await timed(round, "ours");
      const after = await cpuOf(pid);
      if (round > 0 && before !== undefined && after !== undefined) cpu.push((after - before) / times.length);
      return times;
    },
    engine: (round) => timed(round, "engine"),
    typed: (round) => timed(round, "typed"),
  });
  return [0.5, 0.95].flatMap((share) => {
    const at = (side: string) => found[side]!.map((times) => percentile(times, share));
    const [ours, engine, typed] = [at("ours"), at("engine"), at("typed")];
    const most = share === 0.5 ? route.added : ADDED_P95;
    const note = share === 0.5 && cpu.length > 0 ? ` (${median(cpu).toFixed(2)} ms of API CPU each)` : "";
    const what = `search, ${route.path}?q= ${name}, p${share * 100}`;
    return [
      {
        ...compare(`${what}${note}`, ours, engine, ms),
        goal: `+ <= ${ms(most)}`,
        met: median(ours) - median(engine) <= most,
      },
      compare("... against the words as typed", ours, typed, ms),
    ];
  });
}

/** A request for one Latin word with this term in its place. */
function asTyped(request: Call | undefined, q: string): Call {
  if (request?.body === undefined) throw new Error("The search made no request.");
  const { queries, ...one } = JSON.parse(request.body) as { queries?: object[] };
  const body = queries === undefined ? { ...one, q } : { queries: queries.map((each) => ({ ...each, q })) };
  return { ...request, body: JSON.stringify(body) };
}
