/** A takedown of a large creator reaches everything that readers ask for while it happens; how fast is printed. */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { runIndexer } from "#indexer/loop.ts";
import { openEngine } from "#indexer/meili.ts";
import { filePath } from "#shared/rules/files.ts";
import { BEHIND_PROXY, member, Visitor } from "#tests/support/accounts.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { untilIdle } from "#tests/support/index.ts";
import { testMeili } from "#tests/support/meili.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const POSTS = 2_000;
const POLLING = { timeout: 300_000, interval: 50 };
const READERS = 8;
const BYTES = Buffer.from("a picture of the creator");
const HASH = createHash("sha256").update(BYTES).digest("hex");
const PATH = filePath(HASH, ".png");

/** A creator whose 2,000 posts share a picture, beside one that stays. */
async function fill({ sql, data }: TestServer): Promise<void> {
  await buildCreator(sql, { id: "1", name: "Quillfeather" });
  await buildCreator(sql, { id: "2", name: "Bea" });
  await sql`insert into files (hash, ext, mime, size, mtime, ctime, added)
    values (${HASH}, '.png', 'image/png', ${BYTES.length}, now(), now(), now())`;
  await sql`insert into posts (service, id, "user", title, content, added, published, file, attachments, tags)
    select 'patreon', c || '-' || n, c, case c when '1' then 'Quillfeather ' else 'Other ' end || n, '<p>Words</p>', now(), now() - n * interval '1 hour',
      case c when '1' then ${sql.json({ name: "a.png", path: PATH })}::jsonb else '{}' end, '[]', array['ink']
    from unnest(array['1', '2']) c, generate_series(1, ${POSTS}) n`;
  const place = join(data, "files", PATH);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, BYTES);
}

test("of a creator with 2,000 posts it reaches API, lists, search, files and the feed while others read", async () => {
  const meili = testMeili();
  const engine = openEngine(meili);
  await using server = await startServer({
    ...BEHIND_PROXY,
    MEILI_URL: meili.url,
    MEILI_KEY: meili.key,
    MEILI_PREFIX: meili.prefix,
  });
  await fill(server);
  const abort = new AbortController();
  const log = pino({ level: "silent" });
  const indexing = runIndexer({ sql: server.sql, engine, log, signal: abort.signal });
  await untilIdle(server.sql, 120);
  const admin = await member(server, "Root", "administrator");
  const reader = new Visitor(server);
  const has = async (path: string) => (await reader.get(path)).text.includes("Quillfeather");
  const isSent = async (path: string) => (await fetch(server.url + path)).status === 200;
  const places: Record<string, () => Promise<boolean>> = {
    post: () => isSent("/api/v1/patreon/user/1/post/1-1"),
    creator: () => isSent("/api/v1/patreon/user/1/profile"),
    posts: () => has("/v1/posts"),
    "search of posts": () => has("/v1/posts?q=quillfeather"),
    "search of everything": () => has("/v1/search?q=quillfeather"),
    "list of creators": () => has("/v1/creators"),
    file: () => isSent(`/data${PATH}`),
    feed: async () => !(await reader.get("/v1/removed")).text.includes('"user":"1"'),
  };
  for (const [name, isThere] of Object.entries(places)) expect([name, await isThere()]).toEqual([name, true]);

  let isOver = false;
  let requests = 0;
  const failures: number[] = [];
  const browsing = Array.from({ length: READERS }, async (_, n) => {
    const paths = ["/api/v1/posts", `/api/v1/patreon/user/2/post/2-${n + 1}`, "/api/v1/posts?q=other"];
    while (!isOver)
      for (const path of paths) {
        const { status } = await fetch(server.url + path);
        requests += 1;
        if (status !== 200) failures.push(status);
      }
  });
  const begun = performance.now();
  const { status } = await admin.post("/v1/account/administrator/takedowns", {
    service: "patreon",
    user: "1",
    reason: "A notice.",
  });
  const answered = performance.now() - begun;
  expect(status).toBe(201);
  const times = await Promise.all(
    Object.entries(places).map(async ([name, isThere]) => {
      await expect.poll(isThere, POLLING).toBe(false);
      return [name, Math.round(performance.now() - begun)] as const;
    }),
  );
  // The index itself, which answers are checked against the database.
  await expect.poll(() => engine.count(engine.uid("posts")), POLLING).toBe(POSTS);
  const indexed = Math.round(performance.now() - begun);
  isOver = true;
  await Promise.all(browsing);
  abort.abort();
  await indexing;
  console.info({ answered: Math.round(answered), ...Object.fromEntries(times), index: indexed, requests });
  expect(failures).toEqual([]);
}, 600_000);
