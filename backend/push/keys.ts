/** The archive's own keys for Web Push (VAPID), created once and stored in the database. */
import webPush from "web-push";
import type { Db } from "../db/client.ts";

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Concurrent first calls all return the same keys. */
export async function pushKeys(db: Db): Promise<PushKeys> {
  const find = () => db<PushKeys[]>`
    select public_key as "publicKey", private_key as "privateKey" from push_keys`;
  const [known] = await find();
  if (known !== undefined) return known;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await db`
    insert into push_keys (public_key, private_key) values (${publicKey}, ${privateKey}) on conflict do nothing`;
  const [made] = await find();
  if (made === undefined) throw new Error("The keys for Web Push vanished.");
  return made;
}
