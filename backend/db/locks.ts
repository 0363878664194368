/** Every advisory lock of the archive in one place, so that no two are the same. */

/** Migrating: of two processes that start at once, one waits. */
export const MIGRATE_LOCK = 7_266_783;
/** Rebuilding a search index: while it is held, no indexer claims. */
export const REBUILD_LOCK = 7_266_785;
/** Writing content: held by each batch of an ingest and by a takedown, for their transaction. */
export const WRITE_LOCK = 7_266_786;
/** Making the first administrator, or lowering or deleting one: the last has to stay. */
export const ADMINISTRATORS_LOCK = 7_266_787;
/** Reserving the space of an upload. */
export const UPLOAD_LOCK = 7_266_788;
