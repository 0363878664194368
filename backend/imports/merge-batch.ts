/** Merges a batch with the archive's rows, in the transaction that writes it. */

import type { Tx } from "#backend/db/client.ts";
import type { Entity } from "#backend/imports/bundle/records.ts";
import { presentRevisionsStatement, presentStatement } from "#backend/imports/bundle/statements.ts";
import { TABLES } from "#backend/imports/bundle/tables.ts";
import type { Fields, Row } from "#backend/imports/bundle/validate.ts";
import type { Merge } from "#backend/imports/bundle/write.ts";
import { asRevision, isSame, type MergeOptions, mergeRecord, type State, TEXT } from "./merge.ts";

/** @param now naive UTC, the date of undated revisions */
export function mergeOf(entity: Entity, now: string, options: MergeOptions): Merge {
  if (entity === "post_revisions") return mergeRevisions("posts", now);
  if (entity === "discord_message_revisions") return mergeRevisions("discord_messages", now);
  return async (tx, rows) => {
    const groups = byKey(entity, rows);
    const states = await presentStates(tx, entity, groups);
    const written: Row[] = [];
    const revisions: Fields[] = [];
    for (const [key, group] of groups) {
      const state = states.get(key) ?? { row: undefined, former: [], revisions: [] };
      const before = state.row;
      for (const { fields } of group) mergeRecord(entity, state, fields, options);
      const last = group.at(-1);
      if (state.row !== before && state.row !== undefined && last !== undefined)
        written.push({ ...last, fields: state.row });
      revisions.push(...state.revisions.map((row) => asRevision(entity, row, now)));
    }
    return { rows: written, revisions: { of: entity, fields: revisions } };
  };
}

/** Merges older versions saved by a program, skipping those already in the archive. */
function mergeRevisions(of: Entity, now: string): Merge {
  const text = TEXT[of] ?? [];
  return async (tx, incoming) => {
    // In the columns of the entity.
    const rows = incoming.map((row) => ({ ...row, fields: { id: row.fields["message"], ...row.fields } }));
    const groups = byKey(of, rows);
    const states = await presentStates(tx, of, groups);
    const revisions = [...groups].flatMap(([key, group]) => {
      const state = states.get(key);
      const known = [...(state?.row === undefined ? [] : [state.row]), ...(state?.former ?? [])];
      return group.flatMap(({ fields }) => {
        const isKnown = known.some((version) => isSame(text, fields, version));
        known.push(fields);
        return isKnown ? [] : [asRevision(of, fields, now)];
      });
    });
    return { rows: [], revisions: { of, fields: revisions } };
  };
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

async function presentStates(
  tx: Tx,
  entity: Entity,
  groups: ReadonlyMap<string, Row[]>,
): Promise<Map<string, State>> {
  const states = new Map<string, State>();
  const keys = `[${[...groups.keys()].join(",")}]`;
  for (const row of await tx.unsafe<Fields[]>(presentStatement(entity), [keys], { prepare: true }))
    states.set(keyOf(entity, row), { row, former: [], revisions: [] });
  const text = TEXT[entity];
  if (text === undefined) return states;
  const differing = [...states].filter(([key, { row }]) =>
    groups.get(key)?.some(({ fields }) => row !== undefined && !isSame(text, fields, row)),
  );
  if (differing.length === 0) return states;
  const former = await tx.unsafe<(Fields & { key: string[] })[]>(
    presentRevisionsStatement(entity, text),
    [`[${differing.map(([key]) => key).join(",")}]`],
    { prepare: true },
  );
  for (const { key, ...fields } of former) {
    const state = states.get(JSON.stringify(key));
    if (state !== undefined) state.former = [...state.former, fields];
  }
  return states;
}
