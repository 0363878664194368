/** Merges a batch with the archive's rows, in the transaction that writes it. */

import type { Tx } from "#backend/db/client.ts";
import type { Entity } from "#backend/imports/bundle/records.ts";
import { presentRevisionsStatement, presentStatement } from "#backend/imports/bundle/statements.ts";
import { TABLES } from "#backend/imports/bundle/tables.ts";
import type { Fields, Row } from "#backend/imports/bundle/validate.ts";
import type { Merge, Merged as Written } from "#backend/imports/bundle/write.ts";
import { asRevision, merge, type Present, type Stated, saysOtherText } from "./merge.ts";
import { mergeCreator } from "./merge-creators.ts";
import type { StatedAs } from "./merge-versions.ts";

export interface MergeOptions {
  /** Naive UTC: the date of undated revisions. */
  now: string;
  stated: StatedAs;
  /** Called for a record whose text contradicts another source, where no date says which is newer. */
  onContradiction: (row: Row) => void;
}

/** Entities whose records are older versions of another's. */
const VERSIONS_OF: Partial<Record<Entity, Entity>> = {
  post_revisions: "posts",
  discord_message_revisions: "discord_messages",
};

export function mergeOf(entity: Entity, options: MergeOptions): Merge {
  const of = VERSIONS_OF[entity];
  if (of !== undefined) {
    const stated = { ...options.stated, isFormer: true };
    // In the columns of the entity.
    const asEntity = (row: Row) => ({ ...row, fields: { id: row.fields["message"], ...row.fields } });
    return (tx, rows) => mergeRows(tx, of, rows.map(asEntity), { ...options, stated });
  }
  return (tx, rows) => mergeRows(tx, entity, rows, options);
}

async function mergeRows(
  tx: Tx,
  entity: Entity,
  rows: Row[],
  { now, stated, onContradiction }: MergeOptions,
): Promise<Written> {
  const groups = byKey(entity, rows);
  const present = await presentOf(tx, entity, groups, stated);
  const written: Row[] = [];
  const revisions: NonNullable<Written["revisions"]> = { of: entity, fields: [], removed: [] };
  for (const [key, group] of groups) {
    const known = present.get(key) ?? { row: undefined, evidence: null, former: [] };
    if (entity === "creators") {
      const fields = mergeCreator(
        known,
        group.map((row) => row.fields),
      );
      if (fields !== undefined) written.push({ ...(group.at(-1) as Row), fields });
      continue;
    }
    const incoming = new Map<Stated, Row>(group.map((row) => [{ fields: row.fields, as: stated }, row]));
    const merged = merge(entity, known, [...incoming.keys()]);
    if (merged === undefined) continue;
    const fields = TABLES[entity].evidence ? { ...merged.row, evidence: merged.evidence } : merged.row;
    written.push({ ...(group.at(-1) as Row), fields });
    revisions.fields.push(...merged.added.map((row) => asRevision(entity, row, now)));
    revisions.removed.push(...merged.removed.map(({ id }) => id));
    for (const one of merged.contradicting) onContradiction(incoming.get(one) as Row);
  }
  return { rows: written, revisions };
}

function byKey(entity: Entity, rows: Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(entity, row.fields);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

const keyOf = (entity: Entity, fields: Fields) =>
  JSON.stringify(TABLES[entity].key.map((column) => String(fields[column])));

async function presentOf(
  tx: Tx,
  entity: Entity,
  groups: ReadonlyMap<string, Row[]>,
  { isFormer = false }: StatedAs,
): Promise<Map<string, Present>> {
  const present = new Map<string, Present>();
  const keys = `[${[...groups.keys()].join(",")}]`;
  for (const { evidence = null, ...row } of await tx.unsafe<(Fields & Pick<Present, "evidence">)[]>(
    presentStatement(entity),
    [keys],
    { prepare: true },
  ))
    present.set(keyOf(entity, row), { row, evidence, former: [] });
  if (TABLES[entity].revisions === undefined) return present;
  // Most records come again with the same text, or for the first time: their revisions are not needed.
  const differing = [...present].filter(
    ([key, { row, evidence }]) =>
      isFormer ||
      evidence !== null ||
      groups.get(key)?.some(({ fields }) => saysOtherText(entity, fields, row ?? {})),
  );
  if (differing.length === 0) return present;
  const former = await tx.unsafe<(Fields & { key: string[]; number: number; local: boolean })[]>(
    presentRevisionsStatement(entity),
    [`[${differing.map(([key]) => key).join(",")}]`],
    { prepare: true },
  );
  for (const { key, number, local, ...fields } of former) {
    const state = present.get(JSON.stringify(key));
    if (state === undefined) continue;
    // An undated revision of a message has the date of the message.
    if (entity === "discord_messages" && fields["edited"] === state.row?.["published"])
      fields["edited"] = null;
    state.former = [...state.former, { id: Number(number), isLocal: local, fields }];
  }
  return present;
}
