import { expect, test } from "vitest";
import { createDatabase } from "#tests/support/database.ts";
import { describeSchema } from "./describe-schema.ts";

test("schema.sql describes a migrated database; npm run schema writes it", async () => {
  await using database = await createDatabase();
  await expect(await describeSchema(database.sql)).toMatchFileSnapshot("schema.sql");
});
