/**
 * Turns a file of short real texts into a bundle: `tsx tests/support/natural.ts <texts.ndjson.gz> <bundle folder>`.
 * One JSON object a line: id, service, user, title, content, tags, published (Unix seconds), lang.
 */
import { createReadStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { splitLines } from "#backend/archive/lines.ts";

export interface NaturalText {
  id: number;
  service: string;
  user: string;
  title: string;
  content: string;
  tags: string[];
  published: number;
  lang: string;
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19);

/** Names as in the texts; an id holds neither slash nor control character. */
function userId(name: string): string {
  return [...name].map((char) => (/[\p{Cc}/]/u.test(char) ? "_" : char)).join("");
}

/** Writes creators.ndjson and posts.ndjson; the same texts give the same bytes. @returns how many posts and creators */
export async function writeNaturalBundle(
  texts: AsyncIterable<NaturalText>,
  folder: string,
): Promise<{ posts: number; creators: number }> {
  await mkdir(folder, { recursive: true });
  const creators = new Map<
    string,
    { service: string; id: string; name: string; first: number; last: number }
  >();
  const out = await open(join(folder, "posts.ndjson"), "w");
  let posts = 0;
  let waiting = ['{"roost":1,"entity":"posts"}'];
  for await (const text of texts) {
    const user = userId(text.user);
    const key = `${text.service}/${user}`;
    const known = creators.get(key) ?? {
      service: text.service,
      id: user,
      name: text.user,
      first: text.published,
      last: text.published,
    };
    known.first = Math.min(known.first, text.published);
    known.last = Math.max(known.last, text.published);
    creators.set(key, known);
    const { service, title, content, tags } = text;
    const published = iso(text.published);
    waiting.push(
      JSON.stringify({
        service,
        id: String(text.id),
        user,
        title,
        content,
        added: published,
        published,
        tags,
      }),
    );
    posts += 1;
    if (waiting.length >= 1000) {
      await out.writeFile(`${waiting.join("\n")}\n`);
      waiting = [];
    }
  }
  if (waiting.length > 0) await out.writeFile(`${waiting.join("\n")}\n`);
  await out.close();
  const lines = [...creators.values()]
    .sort((a, b) => (`${a.service}/${a.id}` < `${b.service}/${b.id}` ? -1 : 1))
    .map(({ service, id, name, first, last }) =>
      JSON.stringify({ service, id, name, indexed: iso(first), updated: iso(last) }),
    );
  const file = await open(join(folder, "creators.ndjson"), "w");
  await file.writeFile(`${['{"roost":1,"entity":"creators"}', ...lines].join("\n")}\n`);
  await file.close();
  return { posts, creators: creators.size };
}

/** Reads such a file, packed. */
export async function* readNatural(path: string): AsyncGenerator<NaturalText> {
  for await (const line of splitLines(createReadStream(path).pipe(createGunzip()))) {
    if (line.text !== "") yield JSON.parse(line.text) as NaturalText;
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const [path, folder] = process.argv.slice(2);
  if (path === undefined || folder === undefined)
    throw new Error("Usage: tsx tests/support/natural.ts <texts.ndjson.gz> <bundle folder>");
  const { posts, creators } = await writeNaturalBundle(readNatural(path), folder);
  process.stdout.write(`${posts} posts by ${creators} creators written to ${folder}\n`);
}
