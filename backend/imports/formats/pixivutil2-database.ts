/** `db.sqlite` of PixivUtil2: FANBOX posts and the names of their saved files. */
import { orReport } from "./lib/checked-json.ts";
import type { Entry, Reading } from "./lib/format.ts";
import { DatabaseCopy, type Row } from "./lib/sqlite.ts";

const NAME = "db.sqlite";
const POSTS = "fanbox_master_post";

export interface SavedPost {
  id: string;
  title: string;
  /** Yen. */
  fee: number;
  published?: string;
  updated?: string;
}

/** Opens the program's database: in the folder, a parent, or elsewhere in the import. */
export async function openFanboxDatabase(
  path: string,
  reading: Reading,
): Promise<FanboxDatabase | undefined> {
  for (const entry of await candidates(path, reading)) {
    const copy = await orReport(entry, reading, DatabaseCopy.open(reading.imported, entry));
    if (copy?.tables().has(POSTS)) {
      reading.uses(entry);
      return new FanboxDatabase(copy, entry.path);
    }
    await copy?.close();
  }
  return undefined;
}

async function candidates(path: string, { imported }: Reading): Promise<Entry[]> {
  const parts = path.split("/");
  const above = parts.map((_, index) => [...parts.slice(0, parts.length - index), NAME].join("/"));
  const folders = (await imported.entries()).filter(({ isFolder }) => isFolder);
  const paths = new Set([...above, NAME, ...folders.map(({ name }) => `${name}/${NAME}`)]);
  const found = await Promise.all([...paths].map((one) => imported.find(one)));
  return found.filter((entry) => entry !== undefined);
}

export class FanboxDatabase {
  readonly path: string;
  readonly #copy: DatabaseCopy;
  #pages: Map<string, { post: string; page: number }> | undefined;

  constructor(copy: DatabaseCopy, path: string) {
    this.#copy = copy;
    this.path = path;
  }

  post(id: string): SavedPost | undefined {
    const row = this.#copy.row(`select * from ${POSTS} where post_id = ?`, [Number(id)]);
    return row && savedPost(row);
  }

  *postsWithoutFiles(creator: string): Generator<SavedPost> {
    const rows = this.#copy.rows(
      `select * from ${POSTS} where member_id = ?
         and post_id not in (select post_id from fanbox_post_image) order by post_id`,
      [Number(creator)],
    );
    for (const row of rows) yield savedPost(row);
  }

  creatorOf(post: string): { id: string; name: string } | undefined {
    const row = this.#copy.row(
      `select p.member_id, m.name from ${POSTS} p
         left join pixiv_master_member m on m.member_id = p.member_id where p.post_id = ?`,
      [Number(post)],
    );
    return row && { id: `${row["member_id"]}`, name: `${row["name"] ?? row["member_id"]}` };
  }

  /** Finds post and page of a file with a custom name. */
  pageOf(name: string): { post: string; page: number } | undefined {
    this.#pages ??= new Map(
      Array.from(this.#copy.rows("select post_id, page, save_name from fanbox_post_image"), (row) => [
        `${row["save_name"]}`.split(/[\\/]/).at(-1) ?? "",
        { post: `${row["post_id"]}`, page: Number(row["page"]) },
      ]),
    );
    return this.#pages.get(name);
  }

  close(): Promise<void> {
    return this.#copy.close();
  }
}

function savedPost(row: Row): SavedPost {
  const text = (key: string) => (typeof row[key] === "string" && row[key] !== "" ? row[key] : undefined);
  return {
    id: `${row["post_id"]}`,
    title: text("title") ?? "",
    fee: Number(row["fee_required"] ?? 0),
    published: text("published_date"),
    updated: text("updated_date"),
  };
}
