/** Words in Chinese, Japanese and Korean: exact hits first, in any of their forms, marked; Latin as before. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SearchAnswer } from "#shared/contracts/search.ts";
import { MARK_END, MARK_START } from "#shared/search/documents.ts";
import { buildCreator, buildDm, buildPost } from "#tests/support/factories.ts";
import { type IndexedServer, startIndexedServer } from "#tests/support/index.ts";

const POSTS = [
  { id: "wind", title: "春風", content: "<p>春風が吹く朝</p>" },
  { id: "apart", title: "春の散歩", content: "<p>風が強い日</p>" },
  { id: "festival", title: "夏祭りの夜", content: "<p>花火と浴衣</p>", tags: ["夏祭り"] },
  { id: "summer", title: "夏の海", content: "<p>祭りではない</p>" },
  { id: "cat", title: "고양이 그림", content: "<p>우리 고양이를 그렸어요</p>" },
  { id: "dog", title: "강아지", content: "<p>산책하는 강아지</p>" },
  { id: "traditional", title: "繪畫練習", content: "<p>水彩風景畫</p>" },
  { id: "kana", title: "ガンダムの塗装", content: "<p>プラモデル</p>" },
  { id: "mixed", title: "Genshin 原神 fan art", content: "<p>刻晴 sketch</p>" },
  { id: "other", title: "原神 notes", content: "<p>nothing else</p>" },
  { id: "latin", title: "Watercolor lighthouse", content: "<p>a quiet sketch by the sea</p>" },
  {
    id: "long",
    title: "日記",
    content: `<p>${"今日は天気がいい。".repeat(40)}灯台を見た。${"とても楽しい。".repeat(40)}</p>`,
  },
];
let server: IndexedServer;

beforeAll(async () => {
  server = await startIndexedServer();
  const { sql } = server;
  await buildCreator(sql, { name: "さくら" });
  await buildCreator(sql, { id: "2", service: "fanbox", name: "李白" });
  await buildCreator(sql, { id: "3", service: "fanbox", name: "김민서" });
  for (const post of POSTS) await buildPost(sql, post);
  await buildDm(sql, { hash: "d1", content: "夏祭りへようこそ" });
  await server.indexed();
});
afterAll(() => server[Symbol.asyncDispose]());

interface List {
  true_count: number;
  exact?: number;
  posts: { id: string }[];
}
const list = async (q: string, more = "") =>
  (await server.json(`/api/v1/posts?q=${encodeURIComponent(q)}${more}`)).body as List;
/** Ids of the exact hits, sorted. */
const exactly = async (q: string) => {
  const { exact, posts } = await list(q);
  return posts
    .slice(0, exact ?? posts.length)
    .map(({ id }) => id)
    .sort();
};
const search = async (q: string) =>
  (await server.json(`/api/v1/search?q=${encodeURIComponent(q)}`)).body as SearchAnswer;
const mark = (text: string) => MARK_START + text + MARK_END;

describe("posts that hold the words come first", () => {
  test.each([
    ["春風", ["wind"]],
    ["夏祭り", ["festival"]],
    ["고양이", ["cat"]],
    ["春 風", ["apart", "wind"]],
    ["绘画", ["traditional"]],
    ["風景畫", ["traditional"]],
    ["がんだむ", ["kana"]],
    ["ｶﾞﾝﾀﾞﾑ", ["kana"]],
    ["genshin 原神", ["mixed"]],
    ["原神 genshn", ["mixed"]],
    ["原神", ["mixed", "other"]],
    ["原神 -genshin", ["other"]],
    ['"原神 notes"', ["other"]],
    ["風 -春", ["traditional"]],
    ["さくら 灯台", ["long"]],
  ])("%s", async (q, ids) => {
    expect(await exactly(q)).toEqual(ids);
  });

  test("similar ones follow, and are marked as similar", async () => {
    const { exact, true_count, posts } = await list("原神 genshin");
    expect([exact, posts[0]?.id]).toEqual([1, "mixed"]);
    expect(posts.map(({ id }) => id)).toContain("other");
    expect(posts).toHaveLength(true_count);
    expect(new Set(posts.map(({ id }) => id)).size).toBe(true_count);
  });

  test.each([
    ["고앙이", "cat"],
    ["강아치", "dog"],
  ])("hangul with a wrong letter resembles the right one: %s", async (q, id) => {
    const { exact, posts } = await list(q);
    expect([exact, posts[0]?.id]).toEqual([0, id]);
  });

  test("where nothing resembles them, there is nothing to tell apart", async () => {
    expect(await list("鰯鯖鱈")).toEqual({ count: 0, true_count: 0, posts: [] });
  });

  test("Latin words are found as before", async () => {
    for (const q of ["lighthouse", "lighthuose", "watercolur sketch"]) {
      const found = await list(q);
      expect([found.posts[0]?.id, found.exact]).toEqual(["latin", undefined]);
    }
  });

  test("tags and creators narrow them", async () => {
    expect((await list("夏", `&tag=${encodeURIComponent("夏祭り")}`)).posts.map(({ id }) => id)).toEqual([
      "festival",
    ]);
  });
});

describe("the search box", () => {
  test.each([
    ["春", mark("春")],
    ["春風", mark("春風")],
  ])("%s: matched characters are marked", async (q, title) => {
    const { posts } = await search(q);
    expect(posts.find(({ id }) => id === "wind")?.title).toContain(title);
  });

  test("marks follow the text's own form, beside those of Latin words", async () => {
    const { posts } = await search("绘画");
    expect(posts[0]).toMatchObject({ id: "traditional", title: `${mark("繪畫")}練習` });
    const [hit] = (await search("sketch 刻晴")).posts;
    expect(hit).toMatchObject({ id: "mixed", snippet: `${mark("刻晴")} ${mark("sketch")}` });
  });

  test("a snippet is cut around what was found", async () => {
    const [hit] = (await search("灯台")).posts;
    expect(hit?.snippet).toContain(`。${mark("灯台")}を見た。`);
    expect([...(hit?.snippet ?? "")].length).toBeLessThan(200);
  });

  test("tags, DMs and creators too", async () => {
    const { tags, dms } = await search("夏祭り");
    expect(tags[0]?.marked).toBe(mark("夏祭り"));
    expect(dms.map(({ hash, snippet }) => [hash, snippet])).toEqual([["d1", `${mark("夏祭り")}へようこそ`]]);
    expect((await search("김민수")).creators[0]?.name).toBe("김민서");
    expect((await search("サクラ")).creators[0]?.name).toBe(mark("さくら"));
  });

  test("creators by the sound of their name", async () => {
    for (const [q, id] of [
      ["sakura", "1"],
      ["li bai", "2"],
      ["libai", "2"],
      ["kim minseo", "3"],
      ["gimminseo", "3"],
    ] as const)
      expect((await search(q)).creators.map((one) => one.id)).toEqual([id]);
  });

  test("finds creators by public id, without typos in it, and by former names", async () => {
    await buildCreator(server.sql, {
      service: "boosty",
      id: "77",
      name: "Plain Old",
      public_id: "quietheron",
    });
    await server.sql`update creators set name = 'Copper Loom' where id = '77'`;
    await server.indexed();
    const found = async (q: string) => (await search(q)).creators.map(({ id }) => id);
    for (const q of ["quietheron", "plain old", "plian old", "coper loom"])
      expect([q, await found(q)]).toEqual([q, ["77"]]);
    expect(await found("quiethoron")).toEqual([]);
  });
});
