/** On which servers the indexes were built: after the list has changed, documents are looked for where they are not. */
import type { Db } from "#backend/db/client.ts";
import { INDEXES, type IndexName } from "#shared/search/documents.ts";
import type { Engine } from "./engine.ts";

/** Indexes that are placed on other servers than now. An archive that always had one server has no rows. */
export async function misplaced(sql: Db, engine: Engine): Promise<IndexName[]> {
  const rows = await sql<{ index_name: IndexName; servers: string }[]>`
    select index_name, servers from index_layouts`;
  const built = new Map(rows.map((row) => [row.index_name, row.servers]));
  return INDEXES.filter((name) => (built.get(name) ?? "") !== engine.layout);
}

/** Called when these indexes are in place. */
export async function rememberLayout(sql: Db, engine: Engine, names: readonly IndexName[]): Promise<void> {
  await sql`
    insert into index_layouts (index_name, servers) select name, ${engine.layout} from unnest(${[...names]}::text[]) name
    on conflict (index_name) do update set servers = excluded.servers where index_layouts.servers <> excluded.servers`;
}
