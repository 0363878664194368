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
