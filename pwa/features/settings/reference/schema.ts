/** Describes JSON Schemas: type, limits, fields, example. */
import type { Schema } from "#shared/entities/openapi.ts";
import { formatChoices, t } from "../../../i18n/index.ts";

export type Schemas = Record<string, Schema>;

const DEEPEST = 7;

/** Name of the component a schema refers to. */
export function referenceOf(schema: Schema): string | undefined {
  return typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined;
}

export function followed(schema: Schema, schemas: Schemas): Schema {
  const name = referenceOf(schema);
  return name === undefined ? schema : (schemas[name] ?? {});
}

const list = (value: unknown): Schema[] => (Array.isArray(value) ? (value as Schema[]) : []);

export function choicesOf(schema: Schema): Schema[] {
  return list(schema["anyOf"] ?? schema["oneOf"]);
}

/** Such as `text`, `list of PostListItem`, `date or null`. */
export function describeType(schema: Schema): string {
  const name = referenceOf(schema);
  if (name !== undefined) return name;
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return formatChoices(schema["enum"].map((one) => JSON.stringify(one)));
  const choices = choicesOf(schema);
  if (choices.length > 0) return formatChoices(choices.map(describeType));
  const all = list(schema["allOf"]);
  if (all.length > 0) return describeType(all[0] ?? {});
  const types = [schema["type"] ?? []].flat().map(String);
  if (types.length === 0) return t("reference.any");
  return formatChoices(types.map((type) => oneType(type, schema)));
}

function oneType(type: string, schema: Schema): string {
  if (type !== "array") return type === "object" && isMap(schema) ? t("reference.map") : type;
  if (Array.isArray(schema["prefixItems"]))
    return `[${list(schema["prefixItems"]).map(describeType).join(", ")}]`;
  return t("reference.listOf", { type: describeType((schema["items"] ?? {}) as Schema) });
}

function isMap(schema: Schema): boolean {
  return typeof schema["additionalProperties"] === "object" && schema["properties"] === undefined;
}

const LIMITS = [
  "default",
  "minimum",
  "maximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "pattern",
] as const;

/** Everything the value must keep to, in words. */
export function describeLimits(schema: Schema): string[] {
  const words = LIMITS.filter((name) => name in schema).map((name) => {
    const value = schema[name];
    const shown = name === "default" ? JSON.stringify(value) : String(value);
    return t(`reference.limit.${name}`, { value: name.endsWith("Length") ? Number(value) : shown });
  });
  return "format" in schema ? [...words, String(schema["format"])] : words;
}

export interface Field {
  name: string;
  schema: Schema;
  isOptional: boolean;
  /** The name is the type already. */
  tellsType?: boolean;
}

/** The parts inside a schema that are worth opening: fields of an object, items of a list, choices. */
export function fieldsOf(schema: Schema, schemas: Schemas): Field[] {
  const own = followed(schema, schemas);
  const choices = choicesOf(own).filter((one) => one["type"] !== "null");
  if (choices.length === 1) return fieldsOf(choices[0] ?? {}, schemas);
  if (choices.length > 1)
    return choices
      .filter((one) => isOpenable(one, schemas))
      .map((one) => ({
        name: t("reference.oneOf", { type: describeType(one) }),
        schema: one,
        isOptional: false,
        tellsType: true,
      }));
  const places = list(own["prefixItems"]);
  if (places.length > 0)
    return places
      .filter((one) => isOpenable(one, schemas))
      .map((one) => ({ name: describeType(one), schema: one, isOptional: false, tellsType: true }));
  if (own["type"] === "array") return fieldsOf((own["items"] ?? {}) as Schema, schemas);
  const required = new Set(list(own["required"]).map(String));
  return Object.entries((own["properties"] ?? {}) as Schemas).map(([name, field]) => ({
    name,
    schema: field,
    isOptional: !required.has(name),
  }));
}

export function isOpenable(schema: Schema, schemas: Schemas): boolean {
  return fieldsOf(schema, schemas).length > 0;
}

/** A value of this shape, to give an idea; short where it would repeat itself. */
export function exampleOf(schema: Schema, schemas: Schemas, name = "", depth = 0): unknown {
  const own = followed(schema, schemas);
  const given = [own["examples"], own["enum"]].find(Array.isArray) as unknown[] | undefined;
  if (given !== undefined) return given[0];
  if ("const" in own) return own["const"];
  if ("default" in own) return own["default"];
  const choices = choicesOf(own);
  if (choices.length > 0) return exampleOf(choices[0] ?? {}, schemas, name, depth);
  const type = [own["type"]].flat()[0];
  if (type === "array") return exampleList(own, schemas, name, depth);
  if (type === "object") {
    if (depth >= DEEPEST) return {};
    const fields = Object.entries((own["properties"] ?? {}) as Schemas);
    return Object.fromEntries(
      fields.map(([field, inner]) => [field, exampleOf(inner, schemas, field, depth + 1)]),
    );
  }
  if (type === "integer" || type === "number") return own["minimum"] ?? 1;
  if (type === "boolean") return false;
  if (type === "null" || type === undefined) return null;
  return exampleText(name, own);
}

function exampleList(own: Schema, schemas: Schemas, name: string, depth: number): unknown[] {
  if (depth >= DEEPEST) return [];
  const first = Array.isArray(own["prefixItems"])
    ? list(own["prefixItems"])
    : [(own["items"] ?? {}) as Schema];
  return first.map((item) => exampleOf(item, schemas, name, depth + 1));
}

function exampleText(name: string, schema: Schema): string {
  if (schema["format"] === "date") return "2024-05-01";
  if (name === "server" || name.endsWith("url")) return "https://archive.example";
  if (/(^|_)(id|user|next|prev|channel)$/.test(name)) return "12345";
  return "text";
}
