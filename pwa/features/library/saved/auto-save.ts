/** Saves new posts of chosen creators, within a size limit for each, on unmetered connections only. */
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { call } from "../../../api/call.ts";
import { savesData } from "../../../lib/data-saver.ts";
import { withFreeLock } from "../../../lib/secure-context/locks.ts";
import { postTitle } from "../../../lib/text.ts";
import type { AutoSaveRow } from "../../../offline/db/records.ts";
import { changeAutoSave, listAutoSaves, savedBytes } from "../../../offline/library/auto-saves.ts";
import { filesOfPost } from "../../../offline/library/file-kinds.ts";
import { requestSizes } from "../../../offline/library/file-sizes.ts";
import { savedMarks } from "../../../offline/library/saved-marks.ts";
import { callSaving } from "../../../offline/saving/client.ts";
import type { SavablePost } from "./dialogs.ts";
import { fitting } from "./plan.ts";

/** Maximum number of remembered ids, and of posts checked in one run. */
const MAX_KNOWN = 4 * PAGE_SIZE;

/** Best guess by the Network Information API. */
function isUnmetered(): boolean {
  const { connection } = navigator as { connection?: { type?: string } };
  return navigator.onLine && !savesData() && connection?.type !== "cellular";
}

export async function hasAutoSaves(): Promise<boolean> {
  return (await listAutoSaves()).length > 0;
}

/** Saves new posts of all chosen creators; one tab at a time. */
export async function saveNewPosts(): Promise<void> {
  if (!isUnmetered()) return;
  const rows = await listAutoSaves();
  if (rows.length === 0) return;
  await withFreeLock("auto-save", async () => {
    for (const row of rows) if (isUnmetered()) await saveNewOf(row);
  });
}

/** Posts that exceed the limit are skipped for good. */
async function saveNewOf(row: AutoSaveRow): Promise<void> {
  const posts = await newPosts(row);
  if (posts.length === 0) return;
  const marks = savedMarks();
  const missing = posts.filter((post) => !marks.has(postKey(post)));
  const sizes = await requestSizes(missing.flatMap(filesOfPost).map(({ path }) => path));
  const left = row.limit - (await savedBytes(row.key));
  const chosen = fitting(missing, row.kinds, left, (path) => sizes.get(path));
  if (chosen.length > 0)
    await callSaving("save", {
      posts: chosen.map((post) => ({ key: postKey(post), title: post.title, creatorName: row.name })),
      kinds: row.kinds,
    });
  const known = [...posts.map(({ id }) => id), ...row.known].slice(0, MAX_KNOWN);
  await changeAutoSave(row.key, { known });
}

/** Posts newer than the first known one, newest first. @throws the errors of `call` */
async function newPosts({ key, known }: AutoSaveRow): Promise<SavablePost[]> {
  const [service = "", id = ""] = key.split("/");
  const found: SavablePost[] = [];
  const isKnown = new Set(known);
  for (let offset = 0; offset < MAX_KNOWN; offset += PAGE_SIZE) {
    const o = offset === 0 ? undefined : String(offset);
    const page = await call(listCreatorPosts, { params: { service, id }, query: { o } });
    const end = page.findIndex((post) => isKnown.has(post.id));
    const fresh = end < 0 ? page : page.slice(0, end);
    found.push(...fresh.map((post) => ({ ...post, title: postTitle(post) })));
    if (end >= 0 || page.length < PAGE_SIZE) break;
  }
  return found;
}
