/** Parses long strings by every string schema of the API; prints the name of each schema before its turn. */
import { readdir } from "node:fs/promises";
import type { ZodMiniType as Schema } from "zod/mini";
import { MAX_BODY_BYTES } from "#shared/contracts/endpoint.ts";
import { checkImport, importFields } from "#shared/rules/importer.ts";
import { SERVICES } from "#shared/services/index.ts";

const CONTRACTS = new URL("../../shared/contracts/", import.meta.url);
/** Long enough that quadratic work takes minutes, short enough that linear work takes milliseconds. */
const LENGTH = 200_000;
const REPEATED = ["=", "A", "0", "_", "-", ".", ",", "/", " ", "\0", '"', "[", "a0", "a.", "a,1"];
const STARTS = ["", "A", "https://a/"];
const ENDS = ["", "AAAA", "!", "="];

const strings = REPEATED.flatMap((part) =>
  STARTS.flatMap((start) => ENDS.map((end) => start + part.repeat(LENGTH / part.length) + end)),
);

/** The schema and all schemas inside of it, by the path to each. */
function* schemasIn(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema];
  const def = schema._zod.def as unknown as Record<string, unknown>;
  for (const key of ["element", "innerType", "in", "out", "keyType", "valueType"])
    if (def[key] !== undefined) yield* schemasIn(def[key] as Schema, `${path}.${key}`);
  const lists = { ...(def["shape"] as object), ...(def["options"] as object), ...(def["items"] as object) };
  for (const [key, inner] of Object.entries(lists)) yield* schemasIn(inner as Schema, `${path}.${key}`);
}

async function* inputs(): AsyncGenerator<[string, Schema]> {
  for (const name of await readdir(CONTRACTS)) {
    const contracts = (await import(new URL(name, CONTRACTS).href)) as Record<
      string,
      Record<string, unknown>
    >;
    for (const [contract, parts] of Object.entries(contracts))
      for (const part of ["params", "query", "body"])
        if (typeof parts?.[part] === "object") yield [`${contract}.${part}`, parts[part] as Schema];
  }
}

if (MAX_BODY_BYTES < LENGTH) throw new Error("No body is that long.");
const seen = new Set<Schema>();
for await (const [name, input] of inputs())
  for (const [path, schema] of schemasIn(input, name)) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    console.log(path);
    for (const text of strings) schema.safeParse(text);
  }
for (const service of SERVICES) {
  console.log(`${service} import`);
  for (const text of strings)
    checkImport(service, Object.fromEntries(importFields(service).map((field) => [field, text])));
}
console.log(`${seen.size} schemas`);
