/** The archive's own key, which signs bundles for other archives; created once and stored in the database. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { Db } from "#backend/db/client.ts";

/** Concurrent first calls all return the same key. */
export async function archiveKey(db: Db): Promise<KeyObject> {
  const find = () => db<{ pem: string }[]>`select private_key as pem from archive_key`;
  const [known] = await find();
  if (known !== undefined) return createPrivateKey(known.pem);
  const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  await db`insert into archive_key (private_key) values (${pem}) on conflict do nothing`;
  const [made] = await find();
  if (made === undefined) throw new Error("The key of the archive vanished.");
  return createPrivateKey(made.pem);
}
