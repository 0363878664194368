/** Describes JSON Schemas, and creates examples. */
import type { Schema } from "#shared/entities/openapi.ts";
import { formatChoices, t } from "../../../i18n/index.ts";

type Schemas = Record<string, Schema>;

const MAX_DEPTH = 7;

const list = (value: unknown): Schema[] => (Array.isArray(value) ? (value as Schema[]) : []);

/** Name of the component a schema refers to. */
function referenceOf(schema: Schema): string | undefined {
  return typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined;
}

/** Describes a type, such as `integer`, `array of string`, `"asc" or "desc"`. */
export function describeType(schema: Schema): string {
  const type = [schema["enum"] ?? schema["type"] ?? t("reference.any")].flat().map(String);
  const inner = schema["items"] as Schema | undefined;
  const words =
    inner === undefined ? formatChoices(type) : t("reference.listOf", { type: describeType(inner) });
  const example = schema["default"] ?? list(schema["examples"])[0];
  return example === undefined ? words : `${words} (${JSON.stringify(example)})`;
}

/** Example value of a schema, cut at recursion. */
export function exampleOf(schema: Schema, schemas: Schemas, name = "", depth = 0): unknown {
  const component = referenceOf(schema);
  const resolved = component === undefined ? schema : (schemas[component] ?? {});
  const given = [resolved["examples"], resolved["enum"]].find(Array.isArray) as unknown[] | undefined;
  if (given !== undefined) return given[0];
  if ("const" in resolved) return resolved["const"];
  if ("default" in resolved) return resolved["default"];
  const choices = list(resolved["anyOf"] ?? resolved["oneOf"]);
  if (choices.length > 0) return exampleOf(choices[0] ?? {}, schemas, name, depth);
  const type = [resolved["type"]].flat()[0];
  if (type === "array") return exampleList(resolved, schemas, name, depth);
  if (type === "object") {
    if (depth >= MAX_DEPTH) return {};
    const fields = Object.entries((resolved["properties"] ?? {}) as Schemas);
    return Object.fromEntries(
      fields.map(([field, inner]) => [field, exampleOf(inner, schemas, field, depth + 1)]),
    );
  }
  if (type === "integer" || type === "number") return resolved["minimum"] ?? 1;
  if (type === "boolean") return false;
  if (type === "null" || type === undefined) return null;
  return exampleText(name, resolved);
}

function exampleList(schema: Schema, schemas: Schemas, name: string, depth: number): unknown[] {
  if (depth >= MAX_DEPTH) return [];
  const first = Array.isArray(schema["prefixItems"])
    ? list(schema["prefixItems"])
    : [(schema["items"] ?? {}) as Schema];
  return first.map((item) => exampleOf(item, schemas, name, depth + 1));
}

function exampleText(name: string, schema: Schema): string {
  if (schema["format"] === "date") return "2024-05-01";
  if (name === "server" || name.endsWith("url")) return "https://archive.example";
  if (/(^|_)(id|user|next|prev|channel)$/.test(name)) return "12345";
  return "text";
}
