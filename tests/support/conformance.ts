/** Compares responses with the published description: an independent check, by JSON Schema and not zod. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { apiRoutes } from "#backend/app.ts";
import { describeApi } from "#backend/features/reference/document.ts";
import type { Answer, OpenApi, Operation, Reference } from "#shared/entities/openapi.ts";
import { FILE_PATH } from "#shared/rules/files.ts";

export interface DescribedOperation {
  method: string;
  /** Path in the description, with `{name}` for each parameter. */
  path: string;
  operation: Operation;
}

export interface Received {
  status: number;
  header(name: string): string | undefined;
  /** Undefined where nobody read it. */
  body?: string;
}

const IS_JSON = /^application\/(\w+\+)?json\b/;

let made: OpenApi | undefined;

/** The description of everything that is mounted. */
export function apiDescription(): OpenApi {
  made ??= describeApi(
    apiRoutes().map((route) => route.contract),
    "Roost",
  );
  return made;
}

/** Every operation in the order the server asks them. */
export function describedOperations(): DescribedOperation[] {
  return Object.entries(apiDescription().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

interface Place {
  pattern: RegExp;
  methods: Map<string, DescribedOperation>;
}

const BARE = "/{aa}/{bb}/{file}";
let places: Place[] | undefined;

function allPlaces(): Place[] {
  places ??= Object.keys(apiDescription().paths).map((path) => {
    const here = describedOperations().filter((described) => described.path === path);
    return {
      pattern: patternOf(path, here[0]),
      methods: new Map(here.map((described) => [described.method, described])),
    };
  });
  return places;
}

function patternOf(path: string, described: DescribedOperation | undefined): RegExp {
  if (path === BARE) return FILE_PATH; // a path whose digits do not agree is a page of the app
  const source = path.replace(/[.]/g, "\\.").replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = described?.operation.parameters?.find((one) => one.in === "path" && one.name === name);
    const pattern = parameter?.schema["pattern"];
    // Below /api a parameter that is not like its pattern is still that operation's to refuse.
    return typeof pattern === "string" && !path.startsWith("/api/")
      ? `(?:${pattern.replace(/^\^|\$$/g, "")})`
      : "[^/]+";
  });
  return new RegExp(`^${source}/?$`);
}

function placeAt(method: string, path: string): Place | undefined {
  const found = allPlaces().filter((place) => place.pattern.test(path));
  return found.find((place) => place.methods.has(wanted(method))) ?? found[0];
}

const wanted = (method: string) => (method === "HEAD" ? "GET" : method);

/** Node's own limit for an address and its headers is 16 KiB. */
const MAX_ADDRESS_LENGTH = 12_000;

/** Describes how an answer differs from the description; undefined if it does not. */
export function faultOf(method: string, address: string, answer: Received): string | undefined {
  const { body, ...head } = answer;
  if (method === "HEAD" && body) return `HEAD ${address}: a body`;
  const received: Received = method === "HEAD" ? head : answer;
  const path = address.replace(/[?#].*/s, "");
  // Said by the HTTP parser, before any operation is known.
  if (received.status === 431 && address.length > MAX_ADDRESS_LENGTH) return undefined;
  const place = placeAt(method, path);
  const described = place?.methods.get(method) ?? place?.methods.get(wanted(method));
  const fault =
    described === undefined ? undescribedFault(path, place, received) : describedFault(described, received);
  if (fault === undefined) return undefined;
  return `${method} ${address.slice(0, 200)} → ${received.status}: ${fault}\n${received.body?.slice(0, 600) ?? ""}`;
}

function undescribedFault(path: string, place: Place | undefined, received: Received): string | undefined {
  if (place === undefined && !/^\/api(\/|$)/.test(path)) return undefined; // a page of the app
  if (place !== undefined && received.status === 405)
    return received.header("allow") ? errorFault(path, received) : "a 405 without Allow";
  if (received.status === 400 || received.status === 413) return errorFault(path, received);
  if (received.status !== 404) return "the description has no such operation, so this should be a 404 or 405";
  return errorFault(path, received);
}

function errorFault(path: string, received: Received): string | undefined {
  const shape = path.startsWith("/api/v2/") ? "ErrorV2" : "Error";
  return bodyFault(`#/components/schemas/${shape}`, received);
}

function describedFault(
  { method, path, operation }: DescribedOperation,
  received: Received,
): string | undefined {
  const listed = operation.responses[String(received.status)];
  if (listed === undefined) return `a status that ${operation.operationId} does not describe`;
  const at = `#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${received.status}`;
  const [answer, place] = resolve(listed, at);
  if (answer.content === undefined) return received.body ? "a body where none is described" : undefined;
  const type = received.header("content-type")?.split(";")[0]?.trim() ?? "";
  if (answer.content[type] === undefined)
    return answer.content["*/*"] === undefined
      ? `the type ${type} instead of ${Object.keys(answer.content)}`
      : undefined;
  return IS_JSON.test(type) ? bodyFault(`${place}/content/${pointer(type)}/schema`, received) : undefined;
}

function resolve(listed: Answer | Reference, at: string): [Answer, string] {
  if (!("$ref" in listed)) return [listed, at];
  const name = listed.$ref.split("/").at(-1) ?? "";
  return [apiDescription().components.responses[name] as Answer, listed.$ref];
}

function pointer(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}

const validators = new Map<string, ValidateFunction>();
let ajv: Ajv2020 | undefined;

function bodyFault(schema: string, { body }: Received): string | undefined {
  if (body === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return "a body that is not JSON";
  }
  const validate = validatorOf(schema);
  if (validate(json)) return undefined;
  const [first] = validate.errors ?? [];
  return `${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`;
}

/** Compiled when first needed: a test file meets few of the operations. */
function validatorOf(schema: string): ValidateFunction {
  ajv ??= new Ajv2020({ strict: false, validateFormats: false }).addSchema(apiDescription(), "api");
  const known = validators.get(schema) ?? ajv.compile({ $ref: `api${schema}` });
  validators.set(schema, known);
  return known;
}

/** @throws Error where an answer is not what the description says; the answer stays unread */
export async function expectDescribed(method: string, address: string, response: Response): Promise<void> {
  const isJson = IS_JSON.test(response.headers.get("content-type") ?? "");
  const body = isJson && method !== "HEAD" ? await response.clone().text() : undefined;
  const fault = faultOf(method, address, {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    ...(body === undefined ? {} : { body }),
  });
  if (fault !== undefined) throw new Error(`Not as the description says: ${fault}`);
}
