import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ingestBundle } from "#backend/archive/ingest.ts";
import { openFolder } from "#backend/archive/source.ts";
import { FileStore } from "#backend/files/store.ts";
import { createDatabase } from "#tests/support/database.ts";

test("smoke", async () => {
  await using db = await createDatabase();
  const folder = await mkdtemp(join(tmpdir(), "x"));
  await writeFile(
    join(folder, "creators.ndjson"),
    `{"roost":1,"entity":"creators"}\n{"service":"patreon","id":"1","name":"A","indexed":"2024-01-01T00:00:00","updated":"2024-01-01T00:00:00"}\n`,
  );
  await writeFile(
    join(folder, "posts.ndjson"),
    `{"roost":1,"entity":"posts"}\n{"service":"patreon","id":"1","user":"1","content":"<p onclick=x>a"}\n{"service":"patreon","id":"1","user":"1","content":"<p onclick=x>b"}\n`,
  );
  const problems: unknown[] = [];
  const s = await ingestBundle({
    sql: db.sql,
    store: new FileStore(folder),
    source: await openFolder(folder),
    onProblem: (p) => problems.push(p),
  });
  console.log(s, problems, await db.sql`select * from posts`, await db.sql`select * from post_revisions`);
  const s2 = await ingestBundle({
    sql: db.sql,
    store: new FileStore(folder),
    source: await openFolder(folder),
    onProblem: (p) => problems.push(p),
  });
  console.log(s2);
  expect(problems).toEqual([]);
  await rm(folder, { recursive: true });
});
