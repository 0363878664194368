/** Creator of a record, and the last change of a creator's content. */

import type { Sql } from "#backend/db/client.ts";
import type { Entity } from "#backend/imports/bundle/records.ts";
import type { Fields } from "#backend/imports/bundle/validate.ts";
import type { InTransaction } from "#backend/imports/bundle/write.ts";
import { withWriteLock } from "./with-write-lock.ts";

/** `updated` of a creator without dated content. */
export const UNDATED = "1970-01-01T00:00:00";

/** @returns undefined for records that refer to a post or message only */
export function creatorOf(entity: Entity, fields: Fields): { service: string; id: string } | undefined {
  const service = String(fields["service"] ?? "discord");
  const ids: Partial<Record<Entity, unknown>> = {
    creators: fields["id"],
    posts: fields["user"],
    post_revisions: fields["user"],
    dms: fields["user"],
    shares: fields["user"],
    announcements: fields["user_id"],
    discord_channels: fields["server_id"],
    discord_messages: fields["server"],
  };
  const id = ids[entity];
  return typeof id === "string" ? { service, id } : undefined;
}

/** Updates `updated` of creators to the newest date of their content. */
export class Updates {
  readonly #newest = new Map<string, { service: string; id: string; updated: string }>();
  readonly #creators = new Set<string>();

  add(entity: Entity, fields: Fields): void {
    const creator = creatorOf(entity, fields);
    if (creator === undefined) return;
    const key = JSON.stringify([creator.service, creator.id]);
    if (entity === "creators") {
      this.#creators.add(key);
      return;
    }
    const dates = [fields["published"], fields["edited"]].filter((date) => typeof date === "string");
    const updated = dates.sort().at(-1) ?? fields["added"];
    if (typeof updated !== "string" || updated <= (this.#newest.get(key)?.updated ?? "")) return;
    this.#newest.set(key, { ...creator, updated });
  }

  /** Call after the content is written. */
  async write(sql: Sql, fence?: InTransaction): Promise<void> {
    if (this.#newest.size === 0) return;
    const newest = JSON.stringify([...this.#newest.values()]);
    this.#newest.clear();
    await withWriteLock(
      sql,
      fence,
      (tx) => tx`
        update creators c set updated = n.updated
        from json_to_recordset(${newest}::text::json) as n (service text collate "C", id text collate "C", updated timestamptz)
        where c.service = n.service and c.id = n.id and c.updated < n.updated`,
    );
  }

  /** Sets `updated` of creators without dated content to the time of import. */
  async finish(sql: Sql, fence?: InTransaction): Promise<void> {
    if (this.#creators.size === 0) return;
    await withWriteLock(
      sql,
      fence,
      (tx) => tx`
        update creators c set updated = c.indexed from json_array_elements(${`[${[...this.#creators].join(",")}]`}::text::json) k (v)
        where c.service = k.v ->> 0 and c.id = k.v ->> 1 and c.updated = ${UNDATED}::timestamptz`,
    );
  }
}
