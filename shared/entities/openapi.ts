/** Parts of OpenAPI 3.1 that the description uses. */

/** A JSON Schema of the 2020-12 draft. */
export type Schema = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
  style?: "form";
  explode?: boolean;
}

export interface Answer {
  description: string;
  headers?: Record<string, { description: string; schema: Schema }>;
  content?: Record<string, { schema: Schema }>;
}

export interface Reference {
  $ref: string;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Answer | Reference>;
  /** Any one of them is enough; `{}` is none. The texts are the scopes that a token needs. */
  security?: Record<string, string[]>[];
}

export interface OpenApi {
  openapi: "3.1.0";
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Answer>;
    securitySchemes: Record<
      string,
      { description: string } & (
        | { type: "apiKey"; in: "cookie"; name: string }
        | { type: "http"; scheme: "bearer" | "basic" }
      )
    >;
  };
}
