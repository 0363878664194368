/**
 * Boosty Downloader (lowfc): `<blog>/[<title>_]<id>/content.md` or `content.txt`, which ends with the local time of the
 * post, and its media next to it.
 */
import { marked } from "marked";
import { toUtc } from "./lib/dates.ts";
import { type Entry, type Folder, type Format, type Found, ReadError, type Reading } from "./lib/format.ts";
import { attachmentsOf, creatorOfFolder, entriesOf } from "./lib/names.ts";
import { htmlOfText } from "./lib/text.ts";

const POST_FOLDER = /^(?:(.+)_)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/s;
const TEXTS = ["content.md", "content.txt"];
const PUBLISHED = /\n(?:---\n\n\*|\[)Published (\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d)(?:\*|\])\s*$/;

export const lowfcBoostyDownloader: Format = {
  name: "Boosty Downloader (lowfc)",
  async recognize(folder) {
    for (const post of await postsOf(folder)) {
      const text = await textOf(post);
      if (typeof text?.content === "string" && PUBLISHED.test(text.content))
        return { scope: "tree", read: (reading) => readBlog(folder, reading) };
    }
    return undefined;
  },
};

async function postsOf(folder: Folder): Promise<Folder[]> {
  const posts: Folder[] = [];
  for (const { name, isFolder } of await folder.entries()) {
    const post = isFolder && POST_FOLDER.test(name) ? await folder.folder(name) : undefined;
    if (post !== undefined) posts.push(post);
  }
  return posts;
}

interface Text {
  entry: Entry;
  content: string | ReadError;
}

async function textOf(post: Folder): Promise<Text | undefined> {
  const entry = (await entriesOf(post)).find(({ name, isFolder }) => !isFolder && TEXTS.includes(name));
  if (entry === undefined) return undefined;
  try {
    return { entry, content: (await post.text(entry)).replaceAll("\r\n", "\n") };
  } catch (error) {
    if (error instanceof ReadError) return { entry, content: error };
    throw error;
  }
}

async function* readBlog(folder: Folder, reading: Reading): AsyncGenerator<Found> {
  const creator = creatorOfFolder("boosty", folder.path, reading);
  if (creator === undefined) return;
  yield creator;
  for (const post of await postsOf(folder)) yield await readPost(post, creator.fields.id, reading);
}

async function readPost(folder: Folder, user: string, reading: Reading): Promise<Found> {
  const [, named, id = ""] = POST_FOLDER.exec(folder.path.slice(folder.path.lastIndexOf("/") + 1)) ?? [];
  const text = await textOf(folder);
  const files = (await entriesOf(folder, reading)).filter(
    ({ path, isFolder }) => !isFolder && path !== text?.entry.path,
  );
  return {
    entity: "posts",
    from: text?.entry.path ?? folder.path,
    fields: {
      service: "boosty",
      id,
      user,
      title: named,
      ...(text && readText(text, named !== undefined, reading)),
      ...attachmentsOf(files),
    },
  };
}

interface TextFields {
  title?: string;
  content?: string;
  published?: string;
}

/** Reads a text; if the folder has a title, the first line is the full title, with characters that are invalid in names. */
function readText({ entry, content }: Text, hasTitle: boolean, reading: Reading): TextFields {
  const ending = content instanceof ReadError ? null : PUBLISHED.exec(content);
  if (content instanceof ReadError || ending === null) {
    reading.report(entry.path, content instanceof ReadError ? content.message : "ends without its date");
    return {};
  }
  reading.uses(entry);
  const [, day, month, year, time] = ending;
  const published = toUtc(`${year}-${month}-${day} ${time}`, reading.zone);
  const isMarkdown = entry.name.endsWith(".md");
  const lines = content.slice(0, ending.index).split("\n");
  const first = hasTitle ? lines.shift()?.trim() : undefined;
  const body = lines.join("\n").trim();
  const html = isMarkdown ? marked.parse(body, { async: false }) : htmlOfText(body);
  const title = isMarkdown ? first?.replace(/^# /, "") : first;
  return { ...(title ? { title } : {}), content: html || undefined, published };
}
