import type { Db } from "../../db/client.ts";

/** Stored path of a creator's icon or banner; undefined if there is none. */
export async function creatorPicture(
  sql: Db,
  service: string,
  id: string,
  kind: "icon" | "banner",
): Promise<string | undefined> {
  const [row] = await sql<{ icon: string | null; banner: string | null }[]>`
    select icon, banner from creators where service = ${service} and id = ${id} and not hidden`;
  return row?.[kind] ?? undefined;
}

/** True if something that the connection's group sees uses the file. */
export async function isFileVisible(sql: Db, hash: string): Promise<boolean> {
  const [row] = await sql<[{ visible: boolean }]>`select is_used(${hash}) as visible`;
  return row.visible;
}
