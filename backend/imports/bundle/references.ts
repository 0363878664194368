/** Skips records of a batch that refer to a row or file missing from the archive. */
import type { Sql } from "#backend/db/client.ts";
import { extensionOf, hashOfPath } from "#shared/rules/files.ts";
import type { Entity } from "./records.ts";
import { missingStatement } from "./statements.ts";
import { type Reference, TABLES } from "./tables.ts";
import { pathsOf, type Row, type RowProblem } from "./validate.ts";

/** @returns the rows to write; reports each other row with the reason */
export async function withKnownReferences(
  sql: Sql,
  entity: Entity,
  rows: Row[],
  report: (row: Row, problem: RowProblem) => void,
): Promise<Row[]> {
  let left = rows;
  for (const reference of TABLES[entity].references) {
    const { what } = reference;
    left = await drop(
      sql,
      reference,
      left,
      (row) => [reference.columns.map((column) => String(row.fields[column]))],
      (row, key) =>
        report(
          row,
          what === "file"
            ? { kind: "missing file", reason: `file ${key.join(" ")} has no record` }
            : { kind: "unknown reference", reason: `unknown ${what} ${key.join("/")}` },
        ),
    );
  }
  const files = { table: "files", keys: ["hash", "ext"] };
  const keys = (row: Row) =>
    pathsOf(entity, row.fields).map((path) => [hashOfPath(path) ?? "", extensionOf(path)]);
  return drop(sql, files, left, keys, (row, key) =>
    report(row, { kind: "missing file", reason: `no file record for ${key.join("")}` }),
  );
}

async function drop(
  sql: Sql,
  reference: Pick<Reference, "table" | "keys">,
  rows: Row[],
  keysOf: (row: Row) => string[][],
  report: (row: Row, key: string[]) => void,
): Promise<Row[]> {
  const distinct = new Map<string, string[]>();
  for (const row of rows) for (const key of keysOf(row)) distinct.set(JSON.stringify(key), key);
  if (distinct.size === 0) return rows;
  const asked = [...distinct.keys()];
  const found = await sql.unsafe<{ n: number }[]>(missingStatement(reference), [`[${asked.join(",")}]`], {
    prepare: true,
  });
  if (found.length === 0) return rows;
  const missing = new Set(found.map(({ n }) => asked[n - 1]));
  return rows.filter((row) => {
    const key = keysOf(row).find((candidate) => missing.has(JSON.stringify(candidate)));
    if (key !== undefined) report(row, key);
    return key === undefined;
  });
}
