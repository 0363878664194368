/** Posts that a spec brings into the running archive, as gallery-dl leaves them. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOST } from "#tests/support/roost.ts";

export interface Imported {
  title: string;
  /** Plain text. */
  content: string;
  tags: readonly string[];
}

/**
 * Imports posts without files of one creator. Later posts of a creator come after those of the calls before.
 * @param id of the creator, so that runs do not meet
 * @param from number of the first post
 */
export async function importPosts(
  { id, name }: { id: number; name: string },
  posts: readonly Imported[],
  from = 1,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "roost-downloads-"));
  try {
    const home = join(folder, "patreon", `c${id}`);
    await mkdir(home, { recursive: true });
    for (const [at, { title, content, tags }] of posts.entries()) {
      const day = String(from + at).padStart(2, "0");
      const post = {
        category: "patreon",
        subcategory: "creator",
        id: id * 10 + from + at,
        title,
        content: `<p>${content}</p>`,
        published_at: `2024-05-${day}T12:00:00.000+00:00`,
        date: `2024-05-${day} 12:00:00`,
        creator: { id: String(id), full_name: name, vanity: `c${id}` },
        user: { id: String(id) },
        campaign: { id: String(id + 1), name },
        tags,
      };
      await writeFile(join(home, `${post.id}.json`), JSON.stringify(post));
    }
    const data = process.env["ROOST_E2E_DATA"];
    await promisify(execFile)(process.execPath, [ROOST, "import", folder, "--yes"], {
      env: { ...process.env, ...(data === undefined ? {} : { ROOST_DATA: data }) },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A number for a creator that no other run has. */
export const newCreatorId = () => Math.floor(Math.random() * 1e9) + 1e9;
