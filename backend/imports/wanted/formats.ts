/** Gaps as JSON and CSV. */
import { csvField } from "#shared/text/csv.ts";
import type { GapRow } from "./gaps.ts";

export async function* gapsAsJson(rows: AsyncIterable<GapRow>): AsyncGenerator<string> {
  let isFirst = true;
  yield "[";
  for await (const row of rows) {
    yield `${isFirst ? "\n" : ",\n"}${JSON.stringify(row)}`;
    isFirst = false;
  }
  yield isFirst ? "]\n" : "\n]\n";
}

const COLUMNS = [
  ...["service", "creator", "creator_name", "post", "title", "name", "url", "sha256"],
  ...["missing", "source", "held_by"],
] as readonly (keyof GapRow)[];

export async function* gapsAsCsv(rows: AsyncIterable<GapRow>): AsyncGenerator<string> {
  yield `${COLUMNS.join(",")}\r\n`;
  for await (const row of rows) {
    const fields = COLUMNS.map((name) => {
      const value = row[name];
      return csvField(Array.isArray(value) ? value.join(" ") : (value ?? ""));
    });
    yield `${fields.join(",")}\r\n`;
  }
}
