/** `npm run bench -- --posts N`: ours against its limit, side by side in one run (docs: README, measuring). */
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generateSample } from "#backend/sample/generate.ts";
import { benchFiles } from "./bench-files.ts";
import { benchIndex } from "./bench-index.ts";
import { benchIngest } from "./bench-ingest.ts";
import { benchPage } from "./bench-page.ts";
import { benchPages } from "./bench-pages.ts";
import { benchSearch } from "./bench-search.ts";
import { benchThumbnails } from "./bench-thumbnails.ts";
import { cutSample, ingest } from "./bundles.ts";
import { type Line, ROUNDS, table } from "./measure.ts";
import { openSetting } from "./setting.ts";

async function main(posts: number): Promise<void> {
  const load = loadavg()[0]!;
  await using setting = await openSetting();
  const sample = join(setting.folder, "sample");
  const begun = performance.now();
  await generateSample({ posts, seed: "bench", out: sample, pictures: 1 });
  step(`Sample of ${posts} posts written`, begun);
  const cut = await cutSample(sample, posts, join(setting.folder, "parts"));
  const full = await setting.database("full");
  step(
    `... and brought in: ${(await ingest(full.sql, sample, join(setting.folder, "data"))).toFixed(1)} s`,
    begun,
  );
  await full.sql`vacuum analyze`;
  const lines: Line[] = [];
  lines.push(...(await benchIngest(setting, full, cut)));
  step("Ingest measured", begun);
  lines.push(...(await benchIndex(setting, full, cut)));
  step("Indexer measured", begun);
  const api = await setting.startApi(full.url);
  lines.push(...(await benchSearch(setting, full.sql, api)));
  step("Search measured", begun);
  lines.push(...(await benchPage(setting, full.sql, api)));
  step("Post page measured", begun);
  lines.push(...(await benchPages(setting, full.sql, api)));
  step("Lists and pages measured", begun);
  const data = join(setting.folder, "data");
  lines.push(...(await benchFiles(setting, data, api)));
  step("Files measured", begun);
  lines.push(...(await benchThumbnails(setting, data, api)));
  step("Thumbnails measured", begun);
  console.log(
    `\n${posts} posts, medians of ${ROUNDS} interleaved rounds after a warm-up; load average before ${load.toFixed(2)}, after ${loadavg()[0]!.toFixed(2)}\n`,
  );
  console.log(table(lines));
  if (load > 1.5) console.log("\nThe machine was busy with other work: take these figures as a trial only.");
}

function step(what: string, begun: number): void {
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${what}`);
}

const { values } = parseArgs({ options: { posts: { type: "string", default: "20000" } } });
const posts = Number(values.posts);
if (!Number.isInteger(posts) || posts < 600) {
  console.error("Usage: npm run bench -- [--posts N]   N from 600, 20000 by default");
  process.exit(2);
}
await main(posts);
