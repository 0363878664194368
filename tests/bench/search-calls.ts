/** Searches over HTTP and what is asked for. */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Meilisearch } from "meilisearch";
import type { Sql } from "#backend/db/client.ts";
import type { Search } from "#backend/search/client.ts";
import { Engine } from "#backend/search/engine.ts";
import { request as requestEngine } from "#backend/search/transport.ts";
import { parseQuery, type SearchQuery } from "#shared/search/query.ts";
import type { Setting } from "./setting.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export interface Call {
  url: string;
  body?: string;
  key?: string;
}

/** Requests one after the other, such as those that one search makes of the engine. */
export type Calls = Call | readonly Call[];

/**
 * Runs `clients` calls at a time over kept connections; returns milliseconds for each.
 * @param pause of each client before each call, in milliseconds; the clients begin one after the other
 */
export async function timesOf(calls: readonly Calls[], clients: number, pause = 0): Promise<number[]> {
  const times: number[] = [];
  const left = calls.values();
  const client = async (_: unknown, at: number) => {
    if (pause > 0) await sleep((pause * at) / clients);
    for (const call of left) {
      if (pause > 0) await sleep(pause);
      const begun = performance.now();
      for (const one of [call].flat() as Call[]) await answer(one);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
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
export async function wordsOf(sql: Sql, count: number): Promise<string[]> {
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

/** A search of our code. */
export type Find = (search: Search, query: SearchQuery) => Promise<unknown>;

/** Records the requests that our code sends to the engine for a term, in its order. */
export async function requestsOf({ meili }: Setting, find: Find, term: string): Promise<Call[]> {
  const calls: Call[] = [];
  const client = new Meilisearch({
    host: meili.url,
    apiKey: meili.key,
    httpClient: (input, init) => {
      calls.push({ url: String(input), key: meili.key, body: String(init?.body) });
      return requestEngine(input, init);
    },
  });
  const signal = AbortSignal.timeout(10_000);
  await find(
    {
      index: (name) => name,
      ask: (call) => call(new Engine(client, signal), signal),
      isResponding: async () => true,
    },
    parseQuery(term),
  );
  return calls;
}
