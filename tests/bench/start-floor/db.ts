/** The floor's database: the same rows as the app has, in as many tables as it needs. */
import Dexie, { type EntityTable } from "dexie";
import type { PostRow, SavedRow } from "../../../pwa/offline/db/records.ts";

class FloorDb extends Dexie {
  declare saved: EntityTable<SavedRow, "key">;
  declare posts: EntityTable<PostRow, "key">;

  constructor() {
    super("floor");
    this.version(1).stores({ saved: "key, savedAt", posts: "key" });
  }
}

export const db = new FloorDb();
