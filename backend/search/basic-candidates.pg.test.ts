import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const LAST = 0x10ffff;
const AT_ONCE = 50_000; // of a longer text only the beginning counts
const CJK = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

test("the index of characters holds every one that a search may ask it for, and no letter of other scripts", async () => {
  const { sql } = database;
  const asked = Array.from({ length: LAST + 1 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => CJK.test(character));
  expect(asked.length).toBeGreaterThan(90_000);
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const characters = asked.slice(at, at + AT_ONCE);
    const [row] = await sql<[{ held: string[] }]>`
      select characters_of(null, ${characters.join("")}, null) as held`;
    expect(new Set(row.held)).toEqual(new Set(characters));
  }
  const [row] = await sql<[{ held: string[] }]>`
    select characters_of('Low “tide” 春', '<p>über – Ночь → 風</p>', ${["été", "海"]}) as held`;
  expect(row.held).toEqual(["春", "海", "風"]);
});
