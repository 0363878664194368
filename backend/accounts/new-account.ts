/** Creates accounts. */
import type { Role } from "#shared/rules/roles.ts";
import type { Db } from "../db/client.ts";

export interface NewAccount {
  username: string;
  /** Hashed; null if the account logs in with a provider. */
  password: string | null;
  role?: Role;
}

/** @returns the account's id; undefined if the name is taken */
export async function insertAccount(
  db: Db,
  { username, password, role = "consumer" }: NewAccount,
): Promise<number | undefined> {
  const [made] = await db<{ id: number }[]>`
    insert into accounts (username, password, role) values (${username}, ${password}, ${role})
    on conflict ((lower(username))) do nothing returning id`;
  return made?.id;
}
