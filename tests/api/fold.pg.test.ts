/** The folding of the database is that of the app, and both fold letters as PostgreSQL's unaccent does. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fold } from "#shared/text/fold.ts";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** A text for each character before the newest letters, which not every version of Unicode knows. */
const CHARACTERS = Array.from({ length: 0xa7bf }, (_, at) => at + 1).map((code) => String.fromCharCode(code));
const LATIN = /\p{sc=Latin}/u;

test("every letter is folded alike in the database and the app", async () => {
  const letters = CHARACTERS.filter(
    (character) => LATIN.test(character) || /[\u3040-\u30ff\uff61-\uff9f]/.test(character),
  );
  const texts = [...letters, "Łódź Straße", "ΣΟΦΌΣ", "Ｃａｆé", "さくら ｶﾞﾝﾀﾞﾑ", "हिन्दी", "กำ", "ё й"];
  const rows = await database.sql<{ text: string; folded: string }[]>`
    select text, fold_text(text) as folded from unnest(${texts}::text[]) as text`;
  expect(rows).toHaveLength(texts.length);
  expect(rows.filter(({ text, folded }) => folded !== fold(text))).toEqual([]);
});

test("letters without decomposition are folded as unaccent does", async () => {
  const { sql } = database;
  await sql`create extension unaccent`;
  const letters = CHARACTERS.filter((character) => LATIN.test(character) && /\p{Ll}/u.test(character));
  const rows = await sql<{ text: string; plain: string }[]>`
    select text, lower(unaccent(text)) as plain from unnest(${letters}::text[]) as text
    where unaccent(text) ~ '^[A-Za-z]$' or text in ('ß', 'æ', 'œ', 'þ')`;
  expect(rows.length).toBeGreaterThan(400);
  expect(rows.filter(({ text, plain }) => fold(text).replace(/[^a-z]/g, "") !== plain)).toEqual([]);
});
