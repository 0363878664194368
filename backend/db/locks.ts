/** All advisory locks of the archive, so that no two share a number. */

/** Migrations: of two processes that start at once, one waits. */
export const MIGRATE_LOCK = 7_266_783;
/** Rebuild of a search index: no indexer claims rows while it is held. */
export const REBUILD_LOCK = 7_266_785;
/** Content writes: held by each ingest batch and takedown for their transaction. */
export const WRITE_LOCK = 7_266_786;
/** Creating the first administrator, and demoting or deleting one: the last one has to stay. */
export const ADMINISTRATORS_LOCK = 7_266_787;
/** Reserving the space of an upload. */
export const UPLOAD_LOCK = 7_266_788;
/** Backing up: a second backup at the same time would delete the parts of the first. */
export const BACKUP_LOCK = 7_266_789;
/** Grants to the role of groups: PostgreSQL refuses concurrent changes of one table's rights. */
export const GROUP_ROLE_LOCK = 7_266_790;
