/** HTML as it came, kept where the sanitizer removed more than markup (docs/decisions/0063-html-sources.md). */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Tx } from "#backend/db/client.ts";
import type { RecordOf } from "./records.ts";

export type HtmlSource = RecordOf<"html_sources">;

/** @param clean the text that is stored in its place */
export function htmlSource(raw: string, clean: string): HtmlSource {
  return {
    hash: createHash("sha256").update(clean).digest("hex"),
    gzip: gzipSync(raw).toString("base64"),
  };
}

/** A source that is there stays: the same text came from the same HTML, or from one that another program changed. */
export async function addHtmlSources(tx: Tx, sources: readonly HtmlSource[]): Promise<void> {
  if (sources.length === 0) return;
  await tx`
    insert into html_sources
    select * from json_to_recordset(${JSON.stringify(sources)}::text::json) as s (hash text, gzip text)
    on conflict do nothing`;
}
