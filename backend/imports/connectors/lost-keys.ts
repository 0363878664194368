/** Imports whose session key was sealed for an importer key that no longer exists. */
import { notify } from "#backend/accounts/notify.ts";
import type { Sql } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import { NOTIFICATION_TYPES } from "#shared/entities/notification.ts";

/** An importer may be restarting. */
export const GRACE_SECONDS = 3_600;
export const KEY_LOST =
  "The importer has lost the key that opens this import. Submit your session key again.";

/**
 * Fails waiting imports that no importer can unseal, and marks their saved keys as dead.
 * @param graceSeconds since the last heartbeat of an importer that could unseal them
 */
export async function failUnopenable(sql: Sql, graceSeconds = GRACE_SECONDS): Promise<void> {
  await transaction(sql, async (tx) => {
    const failed = await tx<{ id: string; service: string; account: number | null }[]>`
      update imports i set state = 'failed', finished_at = now(), reason = ${KEY_LOST}, sealed = null, run_at = null,
        lease_until = null
      where (state = 'queued' or state = 'running' and lease_until < now()) and not exists (
        select from importer_keys k
        where k.fingerprint = i.sealed_by and k.seen_at > now() - ${graceSeconds} * interval '1 second')
      returning id, service, account`;
    await tx`
      update service_keys set dead = true, auto_import = false, next_import_at = null
      where id in (select service_key from imports where id = any(${failed.map(({ id }) => id)}::text[]))`;
    for (const { id, service, account } of failed)
      if (account !== null)
        await notify(tx, [account], NOTIFICATION_TYPES.import_failed, { import_id: id, service });
  });
}
