/** Rows of files that are missing or damaged in storage. */
import type { Db } from "../db/client.ts";
import type { StoredFault } from "./check-file.ts";

/** Does nothing for a file that was deleted meanwhile. */
export async function markDamaged(db: Db, hash: string, fault: StoredFault): Promise<void> {
  await db`
    insert into damaged_files (hash, fault) select hash, ${fault} from files where hash = ${hash}
    on conflict (hash) do update set fault = excluded.fault where damaged_files.fault <> excluded.fault`;
}

export async function unmarkDamaged(db: Db, hash: string): Promise<void> {
  await db`delete from damaged_files where hash = ${hash}`;
}
