/** Posts to search among, and what is asked of them; the same in every run. */
import type { Sql } from "#backend/db/client.ts";
import { fold } from "#shared/text/fold.ts";
import type { PostRow } from "../../pwa/offline/db/records.ts";
import { piecesOf } from "../../pwa/offline/search/tokenize.ts";
import { readNatural } from "../support/natural.ts";

export interface Text {
  row: PostRow;
  words: string[];
}

/** Makes queries like people's: one word or two, every third not finished, every fourth with a typo. */
export function questionsOf(posts: Text[], count: number): string[] {
  return samples(posts, count, 3).map(({ word, others, random }, at) => {
    const last = at % 4 === 3 && word.length > 3 ? withTypo(word, random) : word;
    const cut = at % 3 === 2 ? last.slice(0, Math.max(2, last.length - 2)) : last;
    return at % 2 === 0 ? cut : `${others[random() % others.length] ?? ""} ${cut}`;
  });
}

/** Words of posts; the same ones in every run. */
export function samples(posts: Text[], count: number, shortest: number) {
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed >>> 8;
  };
  const found: { key: string; word: string; others: string[]; random: () => number }[] = [];
  for (let tries = 0; found.length < count && tries < count * 100; tries++) {
    const { row, words } = posts[random() % posts.length]!;
    const long = words.filter((word) => [...word].length >= shortest && !/\p{N}/u.test(word));
    const word = long[random() % long.length];
    if (word !== undefined) found.push({ key: row.key, word, others: words, random });
  }
  return found;
}

/** A letter put in, left out, replaced, or swapped with the next one. */
export function withTypo(word: string, random: () => number): string {
  const letters = [...word];
  const at = random() % (letters.length - 1);
  const letter = letters[random() % letters.length] ?? "";
  const kind = random() % 4;
  if (kind === 0) letters.splice(at, 0, letter);
  else if (kind === 1) letters.splice(at, 1);
  else if (kind === 2) letters[at] = letter;
  else letters.splice(at, 2, letters[at + 1] ?? "", letters[at] ?? "");
  return letters.join("");
}

interface Source {
  service: string;
  user: string;
  id: string;
  title: string;
  content: string;
  tags: string[];
  published: string;
}

export async function fromSample(sql: Sql, count: number): Promise<Text[]> {
  const rows = await sql<Source[]>`
    select service, "user", id, title, content, coalesce(tags, '{}') as tags, '2024-05-01T12:00:00' as published
    from posts order by md5(service || id) limit ${count}`;
  return rows.map(textOf);
}

export async function fromFile(path: string, count: number): Promise<Text[]> {
  const texts: Text[] = [];
  let number = 0;
  for await (const text of readNatural(path)) {
    if (number++ % 10 !== 0) continue; // all scripts alike
    const published = new Date(text.published * 1000).toISOString().slice(0, 19);
    const content = text.content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    texts.push(textOf({ ...text, id: String(text.id), content, published }));
    if (texts.length === count) break;
  }
  return texts;
}

function textOf({ service, user, id, title, content, tags, published }: Source): Text {
  const key = `${service}/${user}/${id}`;
  const item = {
    service,
    user,
    id,
    title,
    content,
    tags,
    published,
    substring: "",
    file: {},
    attachments: [],
  };
  const row = { key, creator: `${service}/${user}`, item, storedAt: 1, usedAt: 1, bytes: 1 };
  const pieces = [...piecesOf(fold(`${title} ${content.replace(/<[^>]*>/g, " ")}`))];
  // A run of characters as long as somebody types.
  const words = pieces.map(({ text, isRun }) => (isRun ? [...text].slice(0, 7).join("") : text));
  return { row: row as unknown as PostRow, words };
}
