import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countPopular, popularPosts } from "#backend/features/posts/popular-queries.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
const MONTH = { min: "2025-03-01T00:00:00", max: "2025-03-31T23:59:59.999999" };

beforeAll(async () => {
  server = await startServer();
  const { sql } = server;
  await buildCreator(sql);
  await buildCreator(sql, { id: "2", name: "Bea" });
  await buildCreator(sql, { id: "gone", hidden: true });
  const rows: [id: string, published: string, fav_count: number][] = [
    ["monday", "2026-08-31T23:59:59.999999", 90], // the last moment of the week before
    ["tuesday", "2026-09-01T00:00:00", 5],
    ["first", "2026-09-04T00:00:00", 7],
    ["twin1", "2026-09-04T12:00:00", 7],
    ["twin2", "2026-09-04T12:00:00", 7],
    ["last", "2026-09-04T23:59:59.999999", 9],
    ["next-day", "2026-09-05T00:00:00", 50],
    ["next-week", "2026-09-08T00:00:00", 60],
    ["next-month", "2026-10-01T00:00:00", 70],
  ];
  for (const [id, published, fav_count] of rows) await buildPost(sql, { id, published, fav_count });
  await buildPost(sql, { id: "hidden", published: "2026-09-04T10:00:00", fav_count: 99, hidden: true });
  await buildPost(sql, { id: "unseen", user: "gone", published: "2026-09-04T10:00:00", fav_count: 99 });
  await buildPost(sql, { id: "undated", published: null, fav_count: 99 });
  // 700 posts of one month, every one with another count, spread over the days.
  await sql`insert into posts (service, id, "user", published)
    select 'patreon', 'm' || lpad(n::text, 3, '0'), '2', timestamptz '2025-03-01 00:00:00+00' + (n * 7 % 700) * interval '1 hour'
    from generate_series(0, 699) n`;
  await sql`update post_counts set favorites = substr(id, 2)::integer where id ~ '^m[0-9]{3}$'`;
});
afterAll(() => server[Symbol.asyncDispose]());

interface Popular {
  info: { navigation_dates: Record<string, string[]>; min_date: string; max_date: string };
  props: { count: number };
  posts: { id: string; fav_count: number }[];
}
async function popular(query: string): Promise<Popular> {
  const { status, body } = await server.json(`/api/v1/posts/popular${query}`);
  expect(status).toBe(200);
  return body as Popular;
}
const ids = ({ posts }: Popular) => posts.map((post) => post.id).join(" ");

describe("the answer", () => {
  test("of a day has exactly the captured keys and dates", async () => {
    const { body } = await server.json("/api/v1/posts/popular?period=day&date=2026-09-04");
    const { posts, ...rest } = body as Popular;
    const today = new Date().toISOString().slice(0, 10);
    expect(JSON.stringify(rest)).toBe(
      JSON.stringify({
        info: {
          date: "2026-09-04T00:00:00",
          min_date: "2026-09-04T00:00:00",
          max_date: "2026-09-04T23:59:59.999999",
          navigation_dates: {
            recent: ["2026-09-03", "2026-09-05", "2026-09-04"],
            day: ["2026-09-03", "2026-09-05", "2026-09-04"],
            week: ["2026-08-25", "2026-09-08", "2026-09-01"],
            month: ["2026-08-01", "2026-10-01", "2026-09-01"],
          },
          range_desc: "September 04, 2026",
          scale: "day",
        },
        props: { today, earliest_date_for_popular: "2022-02-01", count: 4 },
      }),
    );
    expect(Object.keys(posts[0]!).join(" ")).toBe(
      "id user service title substring published file attachments fav_count",
    );
    expect(posts.map((post) => post.fav_count)).toEqual([9, 7, 7, 7]);
    const tagged = await popular("?period=day&date=2026-09-04&with=tags");
    expect(tagged.posts.every((post) => "tags" in post && !("creator_name" in post))).toBe(true);
    const cards = await popular("?period=day&date=2026-09-04&with=card");
    expect(cards.posts.every((post) => "tags" in post && "creator_name" in post)).toBe(true);
  });

  test("is ranked by favorites, then newest, then key; nothing hidden or undated is in it", async () => {
    expect(ids(await popular("?period=day&date=2026-09-04"))).toBe("last twin1 twin2 first");
    expect(ids(await popular("?period=recent&date=2026-09-04T00:00:00"))).toBe("last twin1 twin2 first");
    expect(ids(await popular("?period=week&date=2026-09-07"))).toBe(
      "next-day last twin1 twin2 first tuesday",
    );
    expect(ids(await popular("?period=month&date=2026-09-30"))).toBe(
      "next-week next-day last twin1 twin2 first tuesday",
    );
    expect(ids(await popular("?period=week&date=2026-08-25"))).toBe("monday");
  });

  test("without parameters is of the last 24 hours", async () => {
    for (const [id, ago] of [
      ["now", "0 s"],
      ["yesterday", "23 hours"],
      ["before", "25 hours"],
    ] as const) {
      await server.sql`insert into posts (service, id, "user", published) values ('patreon', ${id}, '1', now() - ${ago}::text::interval)`;
    }
    for (const query of ["", "?date=&period=&o="]) {
      const answer = await popular(query);
      expect(ids(answer)).toBe("now yesterday");
      expect(answer.info).toMatchObject({ scale: "recent", range_desc: "the last 24 hours" });
    }
  });

  test("of a time without posts is empty", async () => {
    expect(await popular("?period=month&date=2022-02-01")).toMatchObject({ props: { count: 0 }, posts: [] });
    expect(await popular("?period=day&date=9998-12-31")).toMatchObject({ props: { count: 0 }, posts: [] });
  });

  test("navigation leads nowhere that cannot be asked for", async () => {
    for (const period of ["recent", "day", "week", "month"])
      for (const date of ["2022-02-01", "2022-02-03", "9998-12-31"]) {
        const { info } = await popular(`?period=${period}&date=${date}`);
        for (const other of Object.values(info.navigation_dates).flat())
          await popular(`?period=${period}&date=${other}`);
      }
    const { info } = await popular("?period=day&date=2022-02-01");
    expect(info.navigation_dates["day"]).toEqual(["2022-02-01", "2022-02-02", "2022-02-01"]);
  });

  test("navigation leads to windows side by side", async () => {
    for (const period of ["day", "week", "month"]) {
      const here = await popular(`?period=${period}&date=2026-09-04`);
      const next = await popular(`?period=${period}&date=${here.info.navigation_dates[period]![1]}`);
      expect(Date.parse(`${next.info.min_date}Z`) - Date.parse(`${here.info.max_date.slice(0, 19)}Z`)).toBe(
        1000,
      );
    }
  });
});

describe("pages", () => {
  test("the first 500 of a month come in one order over ten pages", async () => {
    const ranked: number[] = [];
    for (let o = 0; o <= 500; o += 50) {
      const { props, posts } = await popular(`?period=month&date=2025-03-15&o=${o}`);
      expect(props.count).toBe(500);
      expect(posts).toHaveLength(o < 500 ? 50 : 0);
      ranked.push(...posts.map((post) => post.fav_count));
    }
    expect(ranked).toEqual(Array.from({ length: 500 }, (_, n) => 699 - n));
  });

  test.each([
    ["?period=month&date=2025-03-15&o=550", "Offset 550 is bigger than total count 500."],
    ["?period=day&date=2026-09-04&o=50", "Offset 50 is bigger than total count 4."],
    ["?o=25", "Offset 25 is not a multiple of 50."],
    ["?period=year", "Period year is not one of recent, day, week, month."],
    ["?date=2022-01-31", "Date 2022-01-31 is not a day like 2026-09-04 from 2022-02-01 on."],
    ["?date=2026-02-30", "Date 2026-02-30 is not a day like 2026-09-04 from 2022-02-01 on."],
    ["?date=now", "Date now is not a day like 2026-09-04 from 2022-02-01 on."],
  ])("%s is a 400 in clear words", async (query, error) => {
    const response = await server.get(`/api/v1/posts/popular${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toBe(JSON.stringify({ error }));
  });

  test("a page reads the top of each day from the index, not the days", async () => {
    const undone = new Error("undone");
    let read = 0;
    const work = server.sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`; // filling the tables may take long on a busy machine
      await tx`insert into posts (service, id, "user", published)
        select 'patreon', 'many' || n, '2', timestamptz '2025-03-01 12:00:00+00' + (n % 4) * interval '1 day'
        from generate_series(1, 4000) n`;
      await tx`update post_counts set favorites = substr(id, 5)::integer where id like 'many%'`;
      await tx`analyze posts, post_counts, creators`;
      await tx`set local enable_bitmapscan = off`; // right for a small table, never chosen for a large one
      const returned = async () => {
        const [row] = await tx<[{ n: number }]>`
          select pg_stat_get_xact_tuples_returned('post_counts_popular'::regclass) as n`;
        return row.n;
      };
      const before = await returned();
      expect(await popularPosts(tx, MONTH, { offset: 0, limit: 50 })).toHaveLength(50);
      expect(await countPopular(tx, MONTH, 500)).toBe(500);
      read = (await returned()) - before;
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(read).toBeLessThan(31 * 50 + 501);
  });
});
