/** A process that holds the archive's write lock and asks the database without end, for tests to stop it at any moment. */
import { openDatabase } from "#backend/db/client.ts";
import { WRITE_LOCK } from "#backend/db/locks.ts";
import { transaction } from "#backend/db/tx.ts";
import { SESSIONS } from "#backend/jobs/sessions.ts";

const sql = openDatabase(process.env["DATABASE_URL"] ?? "", { name: SESSIONS, max: 1 });
await transaction(sql, async (tx) => {
  await tx`select pg_advisory_xact_lock(${WRITE_LOCK})`;
  // Another text each time, so that the database is asked in several messages.
  for (let n = 0; ; n++) await tx.unsafe(`select $1::text, ${n}`, ["x"]);
});
