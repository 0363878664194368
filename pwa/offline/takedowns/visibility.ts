/** Creators and posts that the account's group sees (decision 0073), as far as this device knows. */
import { postKey } from "#shared/rules/offline-db.ts";
import { offlineDb } from "../db/db.ts";

export const VIEW = "view";

/** The `view` of the takedown feed for which the copies here were checked; "" for everything. */
export async function storedView(): Promise<string> {
  const row = await offlineDb().state.get(VIEW);
  return typeof row?.value === "string" ? row.value : "";
}

/** Also deletes lists and other responses, which may name what is not seen any more. */
export async function setView(value: string): Promise<void> {
  const { state, lists, answers } = offlineDb();
  await offlineDb().transaction("rw", [state, lists, answers], async () => {
    await Promise.all([lists.clear(), answers.clear()]);
    await state.put({ name: VIEW, value });
  });
}

/** Creators of which anything is stored: `service/creator`. */
export async function storedCreators(): Promise<string[]> {
  const { posts, saved, dms, creators, labels, notes, autoSaves, collections } = offlineDb();
  const keys = new Set<string>();
  for (const table of [posts, saved, dms])
    for (const key of await table.orderBy("creator").uniqueKeys()) keys.add(String(key));
  for (const table of [creators, notes, autoSaves])
    for (const key of await table.toCollection().primaryKeys()) keys.add(key);
  for (const key of await labels.orderBy("creators").uniqueKeys()) keys.add(String(key));
  await creators.each(({ profile }) => keys.add(`${profile.service}/${profile.id}`));
  await collections.each((row) => {
    for (const { service, user } of row.posts) keys.add(`${service}/${user}`);
  });
  return [...keys];
}

/** Posts of which anything is stored: `service/creator/post`. */
export async function storedPosts(): Promise<string[]> {
  const { posts, saved, comments, revisions, collections, account } = offlineDb();
  const keys = new Set<string>();
  for (const table of [posts, saved, comments])
    for (const key of await table.toCollection().primaryKeys()) keys.add(key);
  for (const key of await revisions.orderBy("post").uniqueKeys()) keys.add(String(key));
  await collections.each((row) => {
    for (const post of row.posts) keys.add(postKey(post));
  });
  // Lists of favorites, whole and by page.
  await account.each(({ body }) => {
    const rows = Array.isArray(body) ? body : ((body as { posts?: unknown[] } | undefined)?.posts ?? []);
    for (const row of rows as { service: string; user?: string; id: string }[])
      if (row.user !== undefined) keys.add(postKey({ ...row, user: row.user }));
  });
  return [...keys];
}
