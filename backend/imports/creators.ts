/** Creator of a record, and the last change of a creator's content. */

import type { Db, Sql } from "#backend/db/client.ts";
import type { Entity } from "#backend/imports/bundle/records.ts";
import { stripControls } from "#backend/imports/bundle/text.ts";
import type { Fields } from "#backend/imports/bundle/validate.ts";
import type { InTransaction } from "#backend/imports/bundle/write.ts";
import type { Found } from "./formats/lib/format.ts";
import { type CreatorKey, creatorsNamed, isNameOnly, joinCreators } from "./join-creators.ts";
import { creatorOf as creatorOfNames, formerNames, joinNames, type NamedCreator } from "./merge-creators.ts";
import { withWriteLock } from "./with-write-lock.ts";

/** `updated` of a creator without dated content. */
export const UNDATED = "1970-01-01T00:00:00";

/** Fields that hold the creator's id. */
const ID_FIELDS: Partial<Record<Entity, string>> = {
  creators: "id",
  posts: "user",
  post_revisions: "user",
  dms: "user",
  shares: "user",
  announcements: "user_id",
  discord_channels: "server_id",
  discord_messages: "server",
};

/** @returns undefined for records that refer to a post or message only */
export function creatorOf(entity: Entity, fields: Fields): CreatorKey | undefined {
  const field = ID_FIELDS[entity];
  const id = field && fields[field];
  return typeof id === "string" ? { service: String(fields["service"] ?? "discord"), id } : undefined;
}

/** Gives records of creators known by name only to the creators with an id, where the archive has them. */
export class NamesOnly {
  /** Ids by service and name; undefined if there is none or more than one. */
  readonly #ids = new Map<string, string | undefined>();

  /** @returns the records, those of joined creators changed */
  async join(db: Db, found: readonly Found[]): Promise<Found[]> {
    const names = found.flatMap(({ entity, fields }) => {
      const creator = entity === "creators" && isNameOnly(fields) ? creatorOf(entity, fields) : undefined;
      return creator === undefined || this.#ids.has(keyOf(creator)) ? [] : [creator];
    });
    for (const name of names) this.#ids.set(keyOf(name), undefined);
    for (const { ids, ...name } of await creatorsNamed(db, names))
      this.#ids.set(keyOf(name), ids.length === 1 ? ids[0] : undefined);
    return found.map((one) => {
      const creator = creatorOf(one.entity, one.fields as Fields);
      const id = creator && this.#ids.get(keyOf(creator));
      const field = ID_FIELDS[one.entity];
      if (id === undefined || field === undefined) return one;
      return { ...one, fields: { ...one.fields, [field]: id } } as Found;
    });
  }
}

function dateOf(fields: Fields): string | undefined {
  const dates = [fields["published"], fields["edited"]].filter((date) => typeof date === "string");
  const date = dates.sort().at(-1) ?? fields["added"];
  return typeof date === "string" ? date : undefined;
}

interface SeveralNames extends CreatorKey, Omit<NamedCreator, "as_of"> {
  evidence: NamedCreator[];
  former_names: string[];
}
const keyOf = ({ service, id }: CreatorKey) => JSON.stringify([service, id]);

/** Updates `updated` of creators to the newest date of their content, and names to the one with the newest content. */
export class Updates {
  readonly #newest = new Map<string, { service: string; id: string; updated: string }>();
  readonly #creators = new Set<string>();

  /** Name under which the content of each creator comes at the moment. */
  readonly #names = new Map<string, string>();
  /** Dates of the newest content by name, of creators of this batch. */
  readonly #dated = new Map<string, Map<string, string>>();

  /** Attributes a record to the name that its creator has in this source; call in the order of the source. */
  attribute(entity: Entity, fields: object): void {
    const creator = creatorOf(entity, fields as Fields);
    if (creator === undefined) return;
    const key = keyOf(creator);
    const dated = this.#dated.get(key) ?? new Map<string, string>();
    this.#dated.set(key, dated);
    if (entity === "creators") this.#names.set(key, String((fields as Fields)["name"]));
    const name = this.#names.get(key);
    const date = entity === "creators" ? "" : (dateOf(fields as Fields) ?? "");
    if (name !== undefined && date >= (dated.get(name) ?? "")) dated.set(name, date);
  }

  add(entity: Entity, fields: Fields): void {
    const creator = creatorOf(entity, fields);
    if (creator === undefined) return;
    const key = keyOf(creator);
    if (entity === "creators") {
      this.#creators.add(key);
      return;
    }
    const updated = dateOf(fields);
    if (updated === undefined || updated <= (this.#newest.get(key)?.updated ?? "")) return;
    this.#newest.set(key, { ...creator, updated });
  }

  /** Call after the content is written. */
  async write(sql: Sql, fence?: InTransaction): Promise<void> {
    await this.#writeDates(sql, fence);
    await this.#writeNames(sql, fence);
  }

  /** Only creators with several names need the date of each. */
  async #writeNames(sql: Sql, fence?: InTransaction): Promise<void> {
    const keys = `[${[...this.#dated.keys()].join(",")}]`;
    const dated = new Map(this.#dated);
    this.#dated.clear();
    if (dated.size === 0) return;
    const several = (db: Db) => db<SeveralNames[]>`
      select c.service, c.id, c.name, c.public_id, c.icon, c.banner, c.evidence, c.former_names
      from json_array_elements(${keys}::text::json) k (v) join creators c on c.service = k.v ->> 0 and c.id = k.v ->> 1
      where c.evidence is not null`;
    if ((await several(sql)).length === 0) return;
    await withWriteLock(sql, fence, async (tx) => {
      for (const row of await several(tx)) {
        const came = [...(dated.get(keyOf(row)) ?? [])].map(([name, date]) => ({
          ...{ name: stripControls(name), public_id: null, icon: null, banner: null, as_of: date },
        }));
        const known = new Set(row.evidence.map(({ name }) => name));
        const names = joinNames([...row.evidence, ...came.filter(({ name }) => known.has(name))]);
        const columns = { ...creatorOfNames(row, names), evidence: tx.json(names as never) };
        const former = formerNames(row.id, columns.name, names, row.former_names);
        await tx`
          update creators set ${tx(columns)} where service = ${row.service} and id = ${row.id}
            and (name, public_id, icon, banner, evidence) is distinct from (${columns.name}::text, ${columns.public_id}::text,
              ${columns.icon}::text, ${columns.banner}::text, ${tx.json(names as never)}::jsonb)`;
        await tx`
          update creators set former_names = ${former}
          where service = ${row.service} and id = ${row.id} and former_names is distinct from ${former}::text[]`;
      }
    });
  }

  async #writeDates(sql: Sql, fence?: InTransaction): Promise<void> {
    if (this.#newest.size === 0) return;
    const newest = JSON.stringify([...this.#newest.values()]);
    this.#newest.clear();
    await withWriteLock(
      sql,
      fence,
      (tx) => tx`
        update creators c set updated = n.updated
        from json_to_recordset(${newest}::text::json) as n (service text collate "C", id text collate "C", updated timestamptz)
        where c.service = n.service and c.id = n.id
          and (c.updated < n.updated or c.updated = c.indexed)`, // equal: an import had no dates
    );
  }

  /**
   * Sets `updated` of creators without dated content to the time of import, and joins those known by name only.
   * @param onAmbiguous called for each name that several creators have
   */
  async finish(
    sql: Sql,
    fence: InTransaction | undefined,
    onAmbiguous: (name: CreatorKey, ids: readonly string[]) => void,
  ): Promise<void> {
    if (this.#creators.size === 0) return;
    await withWriteLock(
      sql,
      fence,
      (tx) => tx`
        update creators c set updated = c.indexed from json_array_elements(${`[${[...this.#creators].join(",")}]`}::text::json) k (v)
        where c.service = k.v ->> 0 and c.id = k.v ->> 1 and c.updated = ${UNDATED}::timestamptz`,
    );
    await joinCreators(sql, fence, onAmbiguous);
  }
}
