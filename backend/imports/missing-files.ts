/** Files that the metadata of posts names, but that no import has brought. */
import type { Db, Sql } from "#backend/db/client.ts";
import { stripControls } from "#backend/imports/bundle/text.ts";
import type { Row } from "#backend/imports/bundle/validate.ts";
import type { InTransaction } from "#backend/imports/bundle/write.ts";
import type { Found } from "./formats/lib/format.ts";
import { filesOf } from "./formats/lib/recognize.ts";
import type { StoredFiles } from "./store-files.ts";
import { withWriteLock } from "./with-write-lock.ts";

/** Keeps the missing files of posts, also those that are there but could not be stored because they are damaged. */
export async function writeMissingFiles(
  sql: Sql,
  posts: readonly { row: Row; found: Found }[],
  stored: StoredFiles,
  fence?: InTransaction,
): Promise<void> {
  const files = posts.flatMap(({ row, found }) => {
    const damaged = filesOf(found).filter((file) => stored.isFaulty(file));
    return [...(found.missing ?? []), ...damaged].map(({ name, hash, url }) => ({
      ...{ service: row.fields["service"], post: row.fields["id"], hash },
      ...{ name: stripControls(name), url: url && stripControls(url) },
    }));
  });
  if (files.length === 0) return;
  await withWriteLock(
    sql,
    fence,
    (tx) => tx`
      insert into missing_files (service, post, name, hash, url)
      select distinct on (f.service, f.post, coalesce(f.hash, f.name)) f.service, f.post, f.name, f.hash, f.url
      from json_to_recordset(${JSON.stringify(files)}::text::json)
        as f (service text, post text, name text, hash text, url text)
        join posts p on p.service = f.service and p.id = f.post
      order by f.service, f.post, coalesce(f.hash, f.name), f.url nulls last
      on conflict (service, post, key) do update set url = excluded.url
        where missing_files.url is null and excluded.url is not null`,
  );
}

/**
 * Selects missing files that the post does not have by now: by their SHA-256, or by name if it is unknown. Files that
 * were taken down are not missing. `m` is the file, `p` its post, `c` the creator.
 */
export const missingFiles = (db: Db) => db`
  from missing_files m
    join posts p on p.service = m.service and p.id = m.post
    join creators c on c.service = p.service and c.id = p."user"
  where not p.hidden and not c.hidden and case
    when m.hash is null then
      not exists (select from missing_files o
        where o.service = m.service and o.post = m.post and o.name = m.name and o.hash is not null)
      and m.name is distinct from p.file ->> 'name'
      and not jsonb_path_exists(p.attachments, '$[*] ? (@.name == $name)', jsonb_build_object('name', m.name))
    else
      not exists (select from file_uses u
        where u.hash = m.hash and u.entity = 'post' and u.service = m.service and u.key = m.post)
      and not exists (select from removed_files r where r.hash = m.hash)
    end`;

export async function countMissingFiles(sql: Sql): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`select count(*) ${missingFiles(sql)}`;
  return count;
}
