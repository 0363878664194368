/** Import of downloads against plain ingest of the same posts and files as a bundle, and its memory over many posts. */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { filePath } from "#shared/rules/files.ts";
import { generatePost } from "#tests/downloads/bench-sample.ts";
import { importFolders, spawnImport, writeFiles } from "#tests/downloads/import.ts";
import { ingest } from "./bundles.ts";
import { compare, type Line, ROUNDS, rate, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

/** Larger parts would only take longer. */
const LARGEST_PART = 10_000;
const GOAL = 0.7;
const FLAT = 1.3;
const FOLDER_POSTS = 500;

export async function benchImport(setting: Setting, posts: number): Promise<Line[]> {
  return [await speed(setting, posts), await memory(setting, posts)];
}

/** Every round has posts and files of its own, once as gallery-dl leaves them and once as a bundle. */
async function speed(setting: Setting, posts: number): Promise<Line> {
  const size = Math.min(LARGEST_PART, Math.floor(posts / (ROUNDS + 1)));
  const ours = await setting.database("import");
  const plain = await setting.database("import_ingest");
  const at = (name: string, round: number) => join(setting.folder, `import-${name}-${round}`);
  let bytes = 0;
  for (let round = 0; round <= ROUNDS; round++)
    bytes = await writeBoth(at("downloads", round), at("bundle", round), round * size, size);
  const perSecond = (seconds: number) => size / seconds;
  const found = await rounds({
    ours: async (round) => {
      const begun = performance.now();
      const data = join(setting.folder, "import-data");
      const { list } = await importFolders(ours.sql, data, [at("downloads", round)]);
      if (list.length > 0) throw new Error(`The import has faults: ${list[0]}`);
      return perSecond((performance.now() - begun) / 1000);
    },
    ingest: async (round) =>
      perSecond(await ingest(plain.sql, at("bundle", round), join(setting.folder, "import-ingest-data"))),
  });
  const both = (records: number) => `${rate(records)}, ${((records * bytes) / size / 1e6).toFixed(1)} MB/s`;
  const what = "import, posts with a file each (ingest of the same as a bundle)";
  return compare(what, found.ours!, found.ingest!, both, { atLeast: GOAL });
}

/** @returns bytes of the files */
async function writeBoth(downloads: string, bundle: string, first: number, count: number): Promise<number> {
  const DAY = "2024-05-01T12:00:00";
  const files: string[] = ['{"roost":1,"entity":"files"}'];
  const records: string[] = ['{"roost":1,"entity":"posts"}'];
  let bytes = 0;
  for (let n = first; n < first + count; n++) {
    const { content, metadata, post } = generatePost(n);
    const name = `Ann/${metadata.id}_01.png`;
    await writeFiles(downloads, { [name]: content, [`${name}.json`]: metadata });
    const hash = createHash("sha256").update(content).digest("hex");
    const path = filePath(hash, ".png");
    await mkdir(dirname(join(bundle, "files", path)), { recursive: true });
    await writeFile(join(bundle, "files", path), content);
    const dates = { mtime: DAY, ctime: DAY, added: DAY };
    files.push(JSON.stringify({ hash, ext: ".png", mime: "image/png", size: content.length, ...dates }));
    records.push(JSON.stringify({ ...post, attachments: [{ name: "picture.png", path }] }));
    bytes += content.length;
  }
  const creator = { service: "patreon", id: "7", name: "Ann", indexed: DAY, updated: DAY };
  await writeFile(join(bundle, "files.ndjson"), `${files.join("\n")}\n`);
  await writeFile(join(bundle, "posts.ndjson"), `${records.join("\n")}\n`);
  await writeFile(join(bundle, "creators.ndjson"), `${JSON.stringify(creator)}\n`);
  return bytes;
}

/** The most memory of the command over as many files as posts, against what it has when a tenth of the posts is in. */
async function memory(setting: Setting, posts: number): Promise<Line> {
  const { url, sql } = await setting.database("import_memory");
  const downloads = join(setting.folder, "import-memory");
  for (let first = 0; first < posts; first += FOLDER_POSTS) {
    const folder = join(downloads, String(first));
    await mkdir(folder, { recursive: true });
    for (let n = first; n < Math.min(posts, first + FOLDER_POSTS); n++) {
      const { metadata } = generatePost(n);
      await writeFile(join(folder, `${metadata.id}_01.png`), `file ${n}`); // small: bytes pass through, names and rows stay
      await writeFile(join(folder, `${metadata.id}_01.png.json`), JSON.stringify(metadata));
    }
  }
  const { child, ended } = spawnImport(url, join(setting.folder, "import-memory-data"), [downloads, "--yes"]);
  let early = 0;
  let most = 0;
  while (child.exitCode === null) {
    const [row] = await sql<{ n: number }[]>`select count(*) as n from posts`;
    const now = await residentOf(child.pid);
    if ((row?.n ?? 0) < posts / 10) early = Math.max(early, now);
    most = Math.max(most, now);
    await sleep(100);
  }
  const { code, err } = await ended;
  if (code !== 0) throw new Error(`The import ended with ${code}: ${err.slice(0, 500)}`);
  return {
    what: `import, memory over ${posts.toLocaleString("en")} posts with a file each (with a tenth of them)`,
    ours: `${Math.round(most / 1e6)} MB`,
    limit: `${Math.round(early / 1e6)} MB`,
    ratio: most / early,
    goal: `<= ${FLAT}`,
    met: most / early <= FLAT,
  };
}

/** Bytes in memory, 0 where the process is gone. */
async function residentOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
