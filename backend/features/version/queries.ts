import type { Db } from "../../db/client.ts";

/** True until someone removes the sample. */
export async function archiveState(sql: Db): Promise<{ is_empty: boolean; is_sample: boolean }> {
  const [row] = await sql<[{ is_empty: boolean; is_sample: boolean }]>`
    select not exists (select from creators where not hidden) as is_empty,
      coalesce(sample = 'loaded', false) as is_sample
    from site_settings`;
  return row;
}
