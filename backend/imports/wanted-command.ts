/** `roost wanted`: lists the files that posts lack. */
import { once } from "node:events";
import { readConfig } from "#backend/config.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { type WantedFile, wantedFiles } from "./missing-files.ts";

export interface WantedOptions {
  json?: boolean;
  csv?: boolean;
}

export async function wantedCommand({ json = false, csv = false }: WantedOptions): Promise<void> {
  const options = { statementTimeout: 0, name: "roost-wanted" };
  await withDatabase(readConfig(), options, async (sql) => {
    const format = json ? asJson : csv ? asCsv : asText;
    for await (const text of format(wantedFiles(sql)))
      if (!process.stdout.write(text)) await once(process.stdout, "drain");
  });
}

async function* asJson(files: AsyncIterable<WantedFile>): AsyncGenerator<string> {
  let isFirst = true;
  yield "[";
  for await (const file of files) {
    yield `${isFirst ? "\n" : ",\n"}${JSON.stringify(file)}`;
    isFirst = false;
  }
  yield isFirst ? "]\n" : "\n]\n";
}

const COLUMNS = ["service", "creator", "creator_name", "post", "title", "name", "url", "sha256"] as const;

/** Writes CSV (RFC 4180). */
async function* asCsv(files: AsyncIterable<WantedFile>): AsyncGenerator<string> {
  const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  yield `${COLUMNS.join(",")}\r\n`;
  for await (const file of files) yield `${COLUMNS.map((name) => quoted(file[name] ?? "")).join(",")}\r\n`;
}

async function* asText(files: AsyncIterable<WantedFile>): AsyncGenerator<string> {
  const creators = new Set<string>();
  const counts = { files: 0, posts: 0 };
  let post = "";
  for await (const file of files) {
    const creator = `${file.service}/${file.creator}`;
    if (!creators.has(creator)) yield `${creator} ${file.creator_name}\n`;
    creators.add(creator);
    if (post !== `${creator}/${file.post}`) {
      counts.posts += 1;
      yield `  ${file.post} ${file.title}\n`;
    }
    post = `${creator}/${file.post}`;
    counts.files += 1;
    yield `    ${[file.name, file.sha256, file.url].filter((part) => part !== null).join("  ")}\n`;
  }
  const counted = (n: number, name: string) => `${n.toLocaleString("en")} ${name}${n === 1 ? "" : "s"}`;
  yield counts.files === 0
    ? "No file is missing: posts have every file that the imports named.\n"
    : `Missing: ${counted(counts.files, "file")} of ${counted(counts.posts, "post")} of ${counted(creators.size, "creator")}.\n`;
}
