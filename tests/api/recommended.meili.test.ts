/** Recommends by words of titles, in any script, if tags find too few; without the engine, by tags only. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runIndexer } from "#indexer/loop.ts";
import { openEngine } from "#indexer/meili.ts";
import { INDEXES } from "#shared/search/documents.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { untilIdle } from "#tests/support/index.ts";
import { testMeili } from "#tests/support/meili.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const meili = testMeili();
const engine = openEngine(meili);
let server: TestServer;
let unsearched: TestServer;

const TITLES: Record<string, readonly string[]> = {
  en1: ["Harbor at dusk", "Harbor at noon", "Lighthouse and harbor"],
  en2: ["Old harbor, low tide", "A lighthouse"],
  ja1: ["灯台スケッチ その一", "灯台スケッチ その二", "灯台の夜"],
  ja2: ["夜の灯台スケッチ"],
  zh1: ["像素茶馆 更新", "像素茶馆 日记"],
  zh2: ["我的像素茶馆"],
  ru1: ["Тихий маяк", "Маяк зимой", "Новый маяк"],
  ru2: ["Старый маяк у моря"],
};

beforeAll(async () => {
  const search = { MEILI_URL: meili.url, MEILI_KEY: meili.key, MEILI_PREFIX: meili.prefix };
  [server, unsearched] = await Promise.all([startServer(search), startServer()]);
  const { sql } = server;
  for (const [id, titles] of Object.entries(TITLES)) {
    await buildCreator(sql, { id, name: id, relation_id: id === "en1" ? 3 : null });
    for (const [n, title] of titles.entries())
      await buildPost(sql, { id: `${id}-${n}`, user: id, title, content: "", tags: null });
  }
  // More than a page of hits: a linked account and a hidden creator must not take the place of others.
  await buildCreator(sql, { id: "linked", relation_id: 3 });
  await buildCreator(sql, { id: "gone", hidden: true });
  for (let n = 0; n < 120; n += 1)
    await buildPost(sql, {
      id: `l${n}`,
      user: "linked",
      title: "Harbor harbor lighthouse dusk noon",
      content: "",
    });
  await buildPost(sql, { id: "g", user: "gone", title: "Harbor" });
  await Promise.all(INDEXES.map((name) => engine.configure(name)));
  const abort = new AbortController();
  const running = runIndexer({ sql, engine, log: pino({ level: "silent" }), signal: abort.signal });
  await untilIdle(sql);
  abort.abort();
  await running;
});
afterAll(async () => {
  await Promise.all(INDEXES.map((name) => engine.drop(engine.uid(name))));
  await server[Symbol.asyncDispose]();
  await unsearched[Symbol.asyncDispose]();
});

test.each(["en", "ja", "zh", "ru"])(
  "titles in %s lead to the other who writes of the same",
  async (script) => {
    const { status, body } = await server.json(`/api/v1/patreon/user/${script}1/recommended`);
    expect(status).toBe(200);
    expect(body).toMatchObject([{ id: `${script}2`, score: 0.2 }]);
  },
);

test("without the engine the tags' answer stands", async () => {
  const { sql } = unsearched;
  for (const id of ["1", "2"]) {
    await buildCreator(sql, { id });
    await buildPost(sql, { id, user: id, title: "Harbor", tags: ["sea"] });
  }
  const { status, body } = await unsearched.json("/api/v1/patreon/user/1/recommended");
  expect(status).toBe(200);
  expect(body).toMatchObject([{ id: "2", score: 1 }]);
});
