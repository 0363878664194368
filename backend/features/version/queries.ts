import type { ArchiveState } from "#shared/contracts/archive.ts";
import type { Db } from "../../db/client.ts";

export async function archiveState(sql: Db): Promise<ArchiveState> {
  const [row] = await sql<[ArchiveState]>`
    select not exists (select from creators where not hidden) as is_empty, sample
    from site_settings`;
  return row;
}
