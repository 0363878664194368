/** Creators that the account's group sees (decision 0073), as far as this device knows. */
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
