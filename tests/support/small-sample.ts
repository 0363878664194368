/** A sample of 220 posts, generated once in a test run: drawing its pictures takes three seconds of a processor. */
import { access, mkdir, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { ingestBundle } from "#backend/imports/bundle/ingest.ts";
import { openFolder } from "#backend/imports/bundle/source.ts";
import { generateSample } from "#backend/sample/generate.ts";
import type { TestServer } from "./server.ts";

/** Shared by the workers of a run; deleted with the run's temporary files. */
const FOLDER = join(tmpdir(), `small-sample-${process.ppid}`);

/** Imports the sample into a server. */
export async function importSmallSample({
  sql,
  storage,
}: Pick<TestServer, "sql" | "storage">): Promise<void> {
  const isFirst = await mkdir(`${FOLDER}.new`).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await generateSample({ posts: 220, seed: "small", out: join(`${FOLDER}.new`, "sample"), pictures: 1 });
    await rename(join(`${FOLDER}.new`, "sample"), FOLDER);
  }
  const isThere = () =>
    access(FOLDER).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(isThere, { timeout: 120_000 });
  const { problems } = await ingestBundle({ sql, storage, source: await openFolder(FOLDER) });
  if (Object.keys(problems).length > 0)
    throw new Error(`The sample has problems: ${JSON.stringify(problems)}`);
}
