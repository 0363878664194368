/**
 * PostArchiver (xiao-e-yun): `post-archiver.db`, filled by FanboxArchive and PatreonArchive, with files in
 * `<post / 2048>/<post % 2048>/` beside it; before 0.4 in `<author>/<post>/`. Comments have no date and no id, so they are not
 * imported.
 */
import { marked } from "marked";
import { z } from "zod";
import { orReport } from "./lib/checked-json.ts";
import { toUtc } from "./lib/dates.ts";
import {
  type Entry,
  type Folder,
  type Format,
  type Found,
  type LocalFile,
  type MissingFile,
  ReadError,
  type Reading,
} from "./lib/format.ts";
import type { FoundCreator } from "./lib/names.ts";
import { accountForDatabase, DatabaseCopy, type Row } from "./lib/sqlite.ts";

const DATABASE = "post-archiver.db";
const POSTS_PER_CHUNK = 2048;
/** Said of the post, not by its creator. */
const OWN_TAGS = new Set(["free"]);

type Service = "fanbox" | "patreon";
type Creator = FoundCreator["fields"];

/** Text in Markdown, or the id of a file. */
const Content = z.array(z.union([z.string(), z.number()]));
const Links = z.array(z.object({ url: z.string() })).catch([]);

export const postArchiver: Format = {
  name: "PostArchiver",
  async recognize(folder) {
    const entry = await folder.find(DATABASE);
    return entry && { scope: "tree", read: (reading) => read(folder, entry, reading) };
  },
};

async function* read(folder: Folder, entry: Entry, reading: Reading): AsyncGenerator<Found> {
  await accountForDatabase(folder, entry, reading);
  const copy = await orReport(entry, reading, DatabaseCopy.open(folder, entry));
  if (copy === undefined) return;
  try {
    if (copy.columns("posts").has("published")) yield* new Archive(copy, folder, entry, reading).read();
    else reading.report(entry.path, "is of a version before 0.3, which is not read");
  } finally {
    await copy.close();
  }
}

class Archive {
  readonly #creators = new Map<string, Creator | undefined>();
  /** Since 0.4, aliases have a platform, and posts may have several authors. */
  readonly #isOld: boolean;

  constructor(
    private readonly database: DatabaseCopy,
    private readonly folder: Folder,
    private readonly entry: Entry,
    private readonly reading: Reading,
  ) {
    this.#isOld = !database.tables().has("author_aliases");
  }

  async *read(): AsyncGenerator<Found> {
    const author = this.#isOld
      ? "author"
      : "(select min(author) from author_posts where post = p.id) as author";
    const rows = this.database.rows(
      `select id, source, title, thumb, content, published, updated, ${author} from posts p order by id`,
    );
    for (const row of rows) {
      try {
        yield* this.#post(row);
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        this.reading.report(this.entry.path, `post ${row["id"]} ${error.message}`);
      }
    }
  }

  async *#post(row: Row): AsyncGenerator<Found> {
    const { service, id } = postOf(String(row["source"] ?? ""));
    const author = String(row["author"]);
    if (!this.#creators.has(author)) {
      const found = this.#creatorOf(service, author);
      this.#creators.set(author, found);
      if (found !== undefined) yield { entity: "creators", fields: found, from: this.entry.path };
    }
    const creator = this.#creators.get(author);
    if (creator === undefined) throw new ReadError("has an author without an address or id");
    const content = Content.safeParse(jsonOf(row["content"])).data;
    if (content === undefined) throw new ReadError("has a text that is not as expected");
    const { file, attachments, missing } = await this.#filesOf(row, content);
    const published = toUtc(String(row["published"]), "UTC");
    const updated = toUtc(String(row["updated"]), "UTC");
    yield {
      entity: "posts",
      from: this.entry.path,
      fields: {
        ...{ service, id, user: creator.id, title: String(row["title"]), published, file },
        content: content.flatMap((one) => (typeof one === "string" ? htmlOf(one) : [])).join("") || undefined,
        edited: updated !== undefined && published !== undefined && updated > published ? updated : undefined,
        tags: this.#tagsOf(row),
        attachments: attachments.length > 0 ? attachments : undefined,
      },
      missing: missing.length > 0 ? missing : undefined,
    };
  }

  #creatorOf(service: Service, author: string): Creator | undefined {
    const row = this.database.row(`select * from authors where id = ?`, [Number(author)]);
    const aliases = this.#isOld
      ? this.database.rows("select source from author_alias where target = ?", [Number(author)])
      : this.database.rows(
          `select p.name || ':' || a.source as source, a.link from author_aliases a join platforms p on p.id = a.platform
           where a.target = ?`,
          [Number(author)],
        );
    const known = new Map<string, string>();
    const links = Links.parse(jsonOf(row?.["links"] ?? null)).map(({ url }) => url);
    for (const { source, link } of aliases) {
      const [platform = "", name = ""] = String(source).split(":");
      known.set(platform.toLowerCase(), name);
      if (typeof link === "string") links.push(link);
    }
    const name = String(row?.["name"] ?? "");
    if (service === "fanbox") {
      const [id, publicId] = [known.get("pixiv"), known.get("fanbox")];
      if (id === undefined && publicId === undefined) return undefined;
      return { service, id: id ?? publicId ?? "", public_id: publicId ?? null, name };
    }
    // The alias is the campaign's id; the address has the name, or the id of the user.
    const address = links.flatMap((link) => (URL.canParse(link) ? [new URL(link)] : [])).find(isPatreon);
    const user = address?.searchParams.get("u") ?? undefined;
    if (user !== undefined) return { service, id: user, name };
    const vanity = address?.pathname.split("/").filter(Boolean).at(-1);
    return vanity === undefined ? undefined : { service, id: vanity, public_id: vanity, name };
  }

  #tagsOf({ id }: Row): string[] | undefined {
    const own = this.database.rows(
      "select t.name from post_tags p join tags t on t.id = p.tag where p.post = ? order by t.id",
      [id ?? null],
    );
    const collections = this.database.tables().has("collection_posts")
      ? this.database.rows(
          "select c.name from collection_posts p join collections c on c.id = p.collection where p.post = ? order by c.id",
          [id ?? null],
        )
      : [];
    const tags = [...collections, ...own]
      .map(({ name }) => String(name))
      .filter((name) => !OWN_TAGS.has(name));
    return tags.length > 0 ? tags : undefined;
  }

  /** The cover, then files in the order of the text, then others. */
  async #filesOf({ id, thumb, author }: Row, content: z.infer<typeof Content>) {
    const post = Number(id);
    const below = this.#isOld
      ? `${author}/${post}`
      : `${Math.floor(post / POSTS_PER_CHUNK)}/${post % POSTS_PER_CHUNK}`;
    const names = new Map<number, string>();
    for (const row of this.database.rows("select id, filename from file_metas where post = ? order by id", [
      post,
    ]))
      names.set(Number(row["id"]), String(row["filename"]));
    const missing: MissingFile[] = [];
    const local = async (name: string): Promise<LocalFile[]> => {
      const entry = await this.folder.find(`${below}/${name}`);
      if (entry !== undefined) return [{ entry, name }];
      missing.push({ name });
      this.reading.report(this.entry.path, `post ${id} names ${below}/${name}, which is not there`);
      return [];
    };
    const inText = content.filter((one) => typeof one === "number");
    const ordered = new Set([...inText, ...names.keys()]);
    ordered.delete(Number(thumb));
    const cover = thumb === null ? undefined : names.get(Number(thumb));
    const [file] = cover === undefined ? [] : await local(cover);
    const attachments: LocalFile[] = [];
    for (const one of ordered) {
      const name = names.get(one);
      if (name !== undefined) attachments.push(...(await local(name)));
    }
    return { file, attachments, missing };
  }
}

/** @throws ReadError for a post of another service */
function postOf(source: string): { service: Service; id: string } {
  const url = URL.canParse(source) ? new URL(source) : undefined;
  const id = /\/posts\/(?:[^/]*-)?(\d+)\/?$/.exec(url?.pathname ?? "")?.[1];
  if (id !== undefined && url !== undefined) {
    if (isPatreon(url)) return { service: "patreon", id };
    if (url.hostname.endsWith("fanbox.cc")) return { service: "fanbox", id };
  }
  throw new ReadError("has no address of a post");
}

const isPatreon = ({ hostname }: URL) => /(^|\.)patreon\.com$/.test(hostname);

const htmlOf = (markdown: string) => marked.parse(markdown, { async: false });

function jsonOf(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return undefined;
  }
}
