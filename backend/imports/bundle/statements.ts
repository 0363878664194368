/** SQL statements that write one batch of an entity. The text contains only names from tables.ts; values are one JSON parameter. */
import { type Entity, RECORDS } from "./records.ts";
import { SANITIZER_VERSION } from "./sanitize.ts";
import { columnsOf, DATES, type Reference, TABLES, type Table } from "./tables.ts";

const quote = (column: string) => `"${column}"`;
const list = (columns: readonly string[], prefix = "") =>
  columns.map((column) => prefix + quote(column)).join(", ");
const incoming = (entity: Entity, columns = columnsOf(entity)) =>
  `incoming as materialized (select ${list(columns)} from json_populate_recordset(null::${entity}, $1::text::json))`;

/**
 * Upserts a JSON array of records with distinct keys; returns one row { added, changed }. Where rows have a count, $2 is
 * a JSON array of keys with `favorites` above 0, and the row returned has the `keys` of those changed.
 * Leaves identical rows untouched, so that neither triggers nor the index outbox fire.
 */
export function writeStatement(entity: Entity, { merged = false } = {}): string {
  return TABLES[entity].same ? insertOnce(entity) : upsert(entity, merged);
}

/** @param isMerged the rows have their evidence, and their revisions are written apart */
function upsert(entity: Entity, isMerged: boolean): string {
  const { key, identity, merge = {}, revisions, evidence } = TABLES[entity];
  const columns = [...columnsOf(entity), ...(isMerged && evidence ? ["evidence"] : [])];
  const version = entity === "posts" ? [quote("sanitizer"), String(SANITIZER_VERSION)] : [];
  const rest = columns.filter((column) => !key.includes(column) && column !== identity);
  const merged = rest.map((column) => merge[column] ?? `excluded.${quote(column)}`);
  const sets = [...rest.map((column, at) => `${quote(column)} = ${merged[at]}`), version.join(" = ")].filter(
    (set) => set !== "",
  );
  const values = columns.map((column) =>
    column === identity ? freeId(entity, identity, key) : `i.${quote(column)}`,
  );
  const former = !isMerged && revisions && previousRevisions(entity);
  const { count } = TABLES[entity];
  const returned = count ? `, ${list([...key, ...count.copies], "t.")}, ${rowKey(entity, "t.")} as key` : "";
  return `with ${incoming(entity, columns)}, ${former ? `former as (${former}), ` : ""}written as (
    insert into ${entity} as t (${[list(columns), ...version.slice(0, 1)].join(", ")})
    select ${[...values, ...version.slice(1)].join(", ")} from incoming i order by ${list(key, "i.")}
    on conflict (${list(key)}) do update set ${sets.join(", ")}
    where (${list(rest, "t.")}) is distinct from (${merged.join(", ")})
    returning (xmax = 0) as added${returned})${count ? `, counted as (${insertCounts(entity, count)})` : ""}
  select count(*) filter (where added) as added, count(*) filter (where not added) as changed${
    count ? ", coalesce(array_agg(key) filter (where not added), '{}') as keys" : ""
  } from written`;
}

/** Inserts the counts of new rows from the JSON array in $2; the trigger adds missing counts. */
function insertCounts(entity: Entity, { table, copies }: NonNullable<Table["count"]>): string {
  const { key } = TABLES[entity];
  const columns = [...key, ...copies];
  return `insert into ${table} (${list(columns)}, favorites)
    select ${list(columns, "w.")}, c.favorites from written w join ${counts(entity, "$2")} using (${list(key)})
    where w.added order by ${list(key, "w.")}`;
}

const counts = (entity: Entity, parameter: string) =>
  `json_to_recordset(${parameter}::text::json) as c (${TABLES[entity].key.map((column) => `${quote(column)} text collate "C"`).join(", ")}, favorites integer)`;

const rowKey = (entity: Entity, prefix: string) =>
  `jsonb_build_array(${list(TABLES[entity].key, prefix)})::text`;

/**
 * Sets the counts of existing rows, from a JSON array of keys with `favorites` above 0 in $1.
 * Returns one row { changed }: the number of changed counts, excluding rows with one of the keys in $2.
 */
export function countStatement(entity: Entity): string | undefined {
  const { key, count } = TABLES[entity];
  if (count === undefined) return undefined;
  const match = key.map((column) => `n.${quote(column)} = c.${quote(column)}`).join(" and ");
  return `with written as (
    update ${count.table} n set favorites = c.favorites from ${counts(entity, "$1")}
    where ${match} and n.favorites <> c.favorites returning ${rowKey(entity, "n.")} as key)
  select count(*) as changed from written where key <> all ($2::text[])`;
}

/**
 * Every part of a statement sees the rows as of its start, so this reads the rows that the update replaces.
 * Existing revisions are not duplicated.
 */
function previousRevisions(entity: Entity): string {
  const { key, revisions } = TABLES[entity];
  if (revisions === undefined) throw new Error(`${entity} keeps no revisions`);
  const { table, from, watch, same } = revisions;
  return `insert into ${table} (${list(Object.keys(from))}, local)
    select ${Object.values(from).join(", ")}, true from ${entity} t join incoming i using (${list(key)})
    where (${list(watch, "t.")}) is distinct from (${list(watch, "i.")}) and not exists (select from ${table} r
      where ${alike(
        table,
        same.map((column) => [`r.${quote(column)}`, from[column] ?? "null"]),
      )})
    order by ${list(key, "t.")}`;
}

/**
 * Inserts a JSON array of older versions of an entity's rows, in the columns of its revision table. Existing revisions
 * are not duplicated.
 */
export function revisionStatement(entity: Entity): string {
  const { revisions } = TABLES[entity];
  if (revisions === undefined) throw new Error(`${entity} keeps no revisions`);
  const { table, from, same } = revisions;
  const columns = Object.keys(from);
  return `insert into ${table} (${list(columns)}, local)
    select ${list(columns, "i.")}, true from json_populate_recordset(null::${table}, $1::text::json) i
    where not exists (select from ${table} r
      where ${alike(
        table,
        same.map((column) => [`r.${quote(column)}`, `i.${quote(column)}`]),
      )})`;
}

/** Selects the rows with one of the keys in $1 (a JSON array of arrays), with dates in wire format, and their evidence. */
export function presentStatement(entity: Entity): string {
  const columns = columnsOf(entity).map(sent);
  const evidence = TABLES[entity].evidence ? ["t.evidence"] : [];
  const match = TABLES[entity].key.map((column, at) => `t.${quote(column)} = k.v ->> ${at}`).join(" and ");
  return `select ${[...columns, ...evidence].join(", ")} from json_array_elements($1::text::json) k (v) join ${entity} t on ${match}`;
}

/**
 * Selects the revisions of the rows with one of the keys in $1 (a JSON array of arrays), that key as `key`, the number of
 * the revision as `number`, and whether it was made here as `local`.
 */
export function presentRevisionsStatement(entity: Entity): string {
  const { key, revisions } = TABLES[entity];
  if (revisions === undefined) throw new Error(`${entity} keeps no revisions`);
  const match = revisions.key.map((column, at) => `t.${quote(column)} = k.v ->> ${at}`).join(" and ");
  if (revisions.key.length !== key.length) throw new Error(`${entity} has another key than its revisions`);
  const columns = Object.keys(revisions.from).map(sent);
  const number = quote(TABLES[revisions.table as Entity].identity ?? "id");
  return `select k.v as key, t.${number} as number, t.local, ${columns.join(", ")}
    from json_array_elements($1::text::json) k (v) join ${revisions.table} t on ${match}
    order by t.${number}`;
}

/** Deletes the revisions with the numbers in $1 (a JSON array). */
export function deleteRevisionsStatement(entity: Entity): string {
  const { revisions } = TABLES[entity];
  if (revisions === undefined) throw new Error(`${entity} keeps no revisions`);
  const number = quote(TABLES[revisions.table as Entity].identity ?? "id");
  return `delete from ${revisions.table} t using json_array_elements_text($1::text::json) n (v)
    where t.${number} = n.v::bigint and t.local`;
}

/** Compares identifiers with "=", which can use their index; other columns may be null. */
function alike(table: string, pairs: [string, string][]): string {
  const owners = TABLES[table as Entity].references[0]?.columns.length ?? 0;
  const owner = pairs.slice(0, owners).map((pair) => pair.join(" = "));
  const rest = pairs.slice(owners);
  return `${owner.join(" and ")} and (${rest.map(([left]) => left).join(", ")}) is not distinct from (${rest.map(([, right]) => right).join(", ")})`;
}

function freeId(entity: Entity, identity: string, key: readonly string[]): string {
  const id = quote(identity);
  return `case when i.${id} is null or exists (select from ${entity} o where o.${id} = i.${id}
    and (${list(key, "o.")}) is distinct from (${list(key, "i.")})) then ${nextId(entity, identity)} else i.${id} end`;
}

/**
 * Keeps the given id if it is free, and replaces a copy that ingest made here. If another row has the id,
 * the record gets a new one unless an identical row exists: ingesting a bundle twice adds nothing.
 */
function insertOnce(entity: Entity): string {
  const { identity = "id", same = [], local } = TABLES[entity];
  const id = quote(identity);
  const rest = columnsOf(entity).filter((column) => column !== identity);
  const taken = `exists (select from ${entity} o where o.${id} = i.${id})`;
  const twin = alike(
    entity,
    same.map((column) => [`t.${quote(column)}`, `i.${quote(column)}`]),
  );
  const replaced = `delete from ${entity} t using incoming i where ${twin} and t.local and not ${taken}`;
  return `with ${incoming(entity)}, ${local ? `replaced as (${replaced}), ` : ""}written as (
    insert into ${entity} (${id}, ${list(rest)})
    select case when ${taken} then ${nextId(entity, identity)} else i.${id} end, ${list(rest, "i.")} from incoming i
    where not (${taken} and exists (select from ${entity} t where ${twin}))
    order by i.${id} returning 1)
  select count(*) as added, 0::bigint as changed from written`;
}

const nextId = (entity: Entity, identity: string) =>
  `nextval(pg_get_serial_sequence('${entity}', '${identity}'))`;

/** Moves the sequence of generated ids past $1. */
export function sequenceStatement(entity: Entity): string | undefined {
  const identity = TABLES[entity].identity;
  if (identity === undefined) return undefined;
  return `select setval(pg_get_serial_sequence('${entity}', '${identity}'), $1::bigint)
    where $1::bigint >= coalesce(pg_sequence_last_value(pg_get_serial_sequence('${entity}', '${identity}')::regclass), 0)`;
}

/** Returns { n }, the 1-based positions of the keys without a row, for a JSON array of key arrays in $1. */
export function missingStatement({ table, keys }: Pick<Reference, "table" | "keys">): string {
  const match = keys.map((key, at) => `r.${quote(key)} = k.v ->> ${at}`).join(" and ");
  return `select k.n from json_array_elements($1::text::json) with ordinality as k (v, n)
    where not exists (select from ${table} r where ${match})`;
}

/** A column of the row `t`. */
const sent = (column: string) =>
  DATES.has(column) ? `iso(t.${quote(column)}) as ${quote(column)}` : `t.${quote(column)}`;

/** Selects rows of an entity in a total order, with dates in wire format. @param condition on the row `t`; all without it */
export function selectStatement(entity: Entity, condition = "true"): string {
  const { order, key, count } = TABLES[entity];
  const columns = Object.keys(RECORDS[entity].shape).map((column) => {
    if (column === count?.column) return `coalesce(c.favorites, 0) as ${quote(column)}`;
    return sent(column);
  });
  const counts = count ? ` left join ${count.table} c using (${list(key)})` : "";
  return `select ${columns.join(", ")} from ${entity} t${counts} where ${condition} order by ${order ?? list(key, "t.")}`;
}
