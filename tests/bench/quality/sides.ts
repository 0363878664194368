/** Engines to compare: our search, the engine with its default settings, and PostgreSQL with trigrams and full text. */
import { Meilisearch } from "meilisearch";
import type { Sql } from "#backend/db/client.ts";
import { openSearch } from "#backend/search/client.ts";
import { findEverything } from "#backend/search/everything.ts";
import { findPosts } from "#backend/search/posts.ts";
import { keyOf } from "#indexer/documents.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { parseQuery } from "#shared/search/query.ts";
import type { Setting } from "../setting.ts";
import type { Doc } from "./queries.ts";

export interface Answer {
  /** Keys of the first page, best first. */
  keys: string[];
  /** Number of keys shown as hits, before those shown as similar. */
  matches: number;
}

export interface Side {
  name: string;
  posts(q: string): Promise<Answer>;
  creators(q: string): Promise<Answer>;
}

export interface Person {
  key: string;
  name: string;
}

const all = (keys: string[]): Answer => ({ keys, matches: keys.length });

/** Through the code of the API: what the indexer pushed, asked as the lists and the search box ask. */
export function ours({ meili }: Setting): Side {
  const search = openSearch(meili);
  return {
    name: "Roost",
    async posts(q) {
      const { services, ids, exact } = await findPosts(search, {
        query: parseQuery(q),
        offset: 0,
        defaultOrder: "added",
      });
      const keys = ids.map((id, at) => keyOf(services[at] ?? "", id));
      return { keys, matches: Math.min(exact ?? keys.length, keys.length) };
    },
    async creators(q) {
      const { creators } = await findEverything(search, parseQuery(q));
      return all(creators.map(({ service, id }) => keyOf(service, id)));
    },
  };
}

/** The same texts in indexes without any setting. */
export async function engineDefaults(
  { meili }: Setting,
  docs: readonly Doc[],
  people: readonly Person[],
): Promise<Side> {
  const client = new Meilisearch({
    host: meili.url,
    apiKey: meili.key,
    requestInit: { headers: { "accept-encoding": "identity" } },
  });
  const fill = async (name: string, rows: readonly object[]) => {
    const task = await client
      .index(name)
      .addDocuments([...rows], { primaryKey: "key" })
      .waitTask({ timeout: 600_000 });
    if (task.status !== "succeeded") throw new Error(JSON.stringify(task.error));
  };
  await fill("default_posts", docs);
  await fill("default_creators", people);
  const ask = async (name: string, q: string) => {
    const { hits } = await client.index<{ key: string }>(name).search(q, {
      limit: PAGE_SIZE,
      attributesToRetrieve: ["key"],
    });
    return all(hits.map(({ key }) => key));
  };
  return {
    name: "engine defaults",
    posts: (q) => ask("default_posts", q),
    creators: (q) => ask("default_creators", q),
  };
}

/** Full text (the last word as a prefix) or containment of all words first, then trigram similarity. */
export async function databaseSearch(
  sql: Sql,
  docs: readonly Doc[],
  people: readonly Person[],
): Promise<Side> {
  await sql`create extension if not exists pg_trgm`;
  const fill = async (table: string, rows: readonly { key: string; first: string; rest: string }[]) => {
    await sql`create table ${sql(table)} (key text primary key, text text, words tsvector)`;
    for (let at = 0; at < rows.length; at += 1_000) {
      const part = rows.slice(at, at + 1_000);
      await sql`
        insert into ${sql(table)} select key, first || ' ' || rest,
          setweight(to_tsvector('simple', first), 'A') || setweight(to_tsvector('simple', rest), 'D')
        from unnest(${part.map(({ key }) => key)}::text[], ${part.map(({ first }) => first)}::text[],
          ${part.map(({ rest }) => rest)}::text[]) as doc (key, first, rest)`;
    }
    await sql`create index on ${sql(table)} using gin (words)`;
    await sql`create index on ${sql(table)} using gin (text gin_trgm_ops)`;
    await sql`analyze ${sql(table)}`;
  };
  await fill(
    "trigram_posts",
    docs.map(({ key, title, tags, creator, content }) => ({
      key,
      first: title,
      rest: [...tags, creator, content].join(" "),
    })),
  );
  await fill(
    "trigram_creators",
    people.map(({ key, name }) => ({ key, first: name, rest: "" })),
  );
  const ask = async (table: string, q: string) => {
    const words = q.split(/\s+/);
    const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
    const query = words.map((word) => word.replace(/[^\p{L}\p{N}\p{M}]/gu, "")).filter(Boolean);
    const rows = await sql<{ key: string }[]>`
      select key from (
        select key, text, words, words @@ to_tsquery('simple', ${query.map((word, at) => (at === query.length - 1 ? `${word}:*` : word)).join(" & ")}) as by_words,
          text ilike all (${patterns}) as contained, ${q} <% text as alike,
          ts_rank(words, to_tsquery('simple', ${query.join(" | ")})) as rank, word_similarity(${q}, text) as similarity
        from ${sql(table)}
      ) found where by_words or contained or alike
      order by by_words desc, contained desc, rank desc, similarity desc, key limit ${PAGE_SIZE}`;
    return all(rows.map(({ key }) => key));
  };
  return {
    name: "PostgreSQL",
    posts: (q) => ask("trigram_posts", q),
    creators: (q) => ask("trigram_creators", q),
  };
}
