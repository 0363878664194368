/** `roost key`: prints the fingerprint under which other archives know this one. */
import { createPublicKey } from "node:crypto";
import { readConfig } from "#backend/config.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { fingerprintOf } from "../formats/lib/signature.ts";
import { archiveKey } from "./archive-key.ts";

export async function keyCommand(): Promise<void> {
  const config = readConfig();
  await withDatabase(config, { name: "roost-key" }, async (sql) => {
    process.stdout.write(`${fingerprintOf(createPublicKey(await archiveKey(sql)))}  ${config.SITE_NAME}\n`);
  });
}
