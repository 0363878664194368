/** `roost have`: writes a have list; `roost wanted --have` compares one. */
import { once } from "node:events";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { readConfig } from "#backend/config.ts";
import type { Sql } from "#backend/db/client.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { type Comparison, compareList, type Lacking } from "./compare.ts";
import { HAVE_VERSION, haveLines } from "./have-list.ts";
import { haveLinesOf } from "./have-sources.ts";

export async function haveCommand(): Promise<void> {
  if (process.stdout.isTTY)
    throw new ExpectedError("A have list is compressed: write it to a file, roost have > have.jsonl.gz");
  const settings = { statementTimeout: 0, name: "roost-have" };
  await withDatabase(readConfig(), settings, async (sql) => {
    await pipeline(Readable.from(texts(sql)), createGzip(), process.stdout, { end: false });
  });
}

async function* texts(sql: Sql): AsyncGenerator<string> {
  yield `${JSON.stringify({ have: HAVE_VERSION })}\n`;
  for await (const line of haveLines(sql)) yield `${JSON.stringify(line)}\n`;
}

/** Compares a list under the name of its file, and says on standard error what it has and lacks. */
export async function compareCommand(sql: Sql, path: string, isReverse: boolean): Promise<void> {
  const name =
    basename(path)
      .replace(/\.gz$/, "")
      .replace(/\.(have|jsonl|ndjson|json)$/, "") || basename(path);
  const { comparison, lacking } = await compareList(
    sql,
    name,
    await haveLinesOf(path, (file, reason) => process.stderr.write(`${file}: ${reason}\n`)),
  );
  process.stderr.write(described(name, comparison));
  if (!isReverse) return;
  for (const one of lacking) if (!process.stdout.write(lackingText(one))) await once(process.stdout, "drain");
}

function described(name: string, { posts, files, others, lacked_posts: lacked, lacked_files }: Comparison) {
  const rest =
    others === 0 ? "" : `, and ${counted(others, "other post")} that ${others === 1 ? "is" : "are"} not here`;
  return (
    `${name}: has ${counted(posts, "post")} and ${counted(files, "file")} that are missing here${rest}.\n` +
    `${name}: lacks ${counted(lacked, "post")} and ${counted(lacked_files, "file")} that are here.\n`
  );
}

const lackingText = ({ service, creator, name, posts, files }: Lacking) =>
  `${service}/${creator} ${name}: ${counted(posts, "post")}, ${counted(files, "file")}\n`;

const counted = (n: number, name: string) => `${n.toLocaleString("en")} ${name}${n === 1 ? "" : "s"}`;
