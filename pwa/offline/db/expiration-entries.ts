/** Addresses of cached pictures, which Workbox keeps with their times in a database of its own. */
import Dexie from "dexie";

const DATABASE = "workbox-expiration";
const TABLE = "cache-entries";

/** @param isGone of an absolute URL */
export async function deleteExpirationEntries(isGone: (url: URL) => boolean): Promise<void> {
  if (!(await Dexie.exists(DATABASE))) return; // no service worker yet
  const db = new Dexie(DATABASE); // without a version: opened as it is
  try {
    await db.open();
    const entries = db.table<{ url: string }>(TABLE);
    await entries.filter(({ url }) => isGone(new URL(url))).delete();
  } finally {
    db.close();
  }
}
