/** Generates OpenAPI 3.1 from the mounted contracts and the file addresses. */
import type { z } from "zod/mini";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import type { OpenApi, Operation } from "#shared/entities/openapi.ts";
import { FILE_PATHS } from "./file-paths.ts";
import { FILES, GROUPS, groupAndId } from "./groups.ts";
import { addressOf, ERROR_SCHEMAS, inputsOf, operationOf, sharedAnswers } from "./operation.ts";
import { SECURITY_SCHEMES } from "./policy.ts";
import { toSchemas } from "./schemas.ts";

const DESCRIPTION = `The whole archive over HTTP. Public reads need no key; where the archive is for members, everything but logging in needs an account and returns 401 without one.

- Responses are JSON in UTF-8, whatever \`Accept\` says. A trailing slash makes no difference.
- Errors are \`{"error":"…"}\`; under \`/api/v2\` they are \`{"type":"error","error":{"type":"…","message":"…"}}\`.
- HEAD returns the headers of GET without a body.
- An unknown address returns 404 with \`{"error":"Not Found"}\`; a method that is not listed returns 405 with \`Allow\`.
- Programs log in with an access token of an account (\`Authorization: Bearer roost_…\`). One that is not valid returns 401, one without the operation's scope 403, and one with over 1,200 requests in a minute 429.
- Rate-limited operations return 429 with \`Retry-After\`; each description gives its limit.
- A request that takes over 10 seconds (60 for a picture that is made) returns 503 and changes nothing.
- Addresses over about 16,000 bytes return 431; more than 100 parameters return 400.
- Lists are paged: \`o\` is the number of rows to skip. A page that is not full is the last one.
- Ids are text. Dates are UTC without a zone.
- Unknown parameters are ignored. Of a repeated parameter the last one counts, except \`tag\`, which may repeat.`;

/**
 * @param contracts in the order of the router, which is the order of the paths
 * @param siteName for the title
 */
export function describeApi(contracts: readonly Endpoint[], siteName: string): OpenApi {
  const { asked: answers, components } = toSchemas(answered(contracts), "output");
  const { asked: inputs } = toSchemas(sent(contracts), "input");
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [at, contract] of contracts.entries()) {
    const part = (name: string) => inputs[`${at} ${name}`];
    const parts = {
      params: part("params"),
      query: part("query"),
      body: part("body"),
      response: answers[at],
    };
    const path = addressOf(contract);
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operationOf(contract, parts) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${siteName} API`,
      version: "1.0.0",
      summary: "Creators' posts, their files and what was said about them.",
      description: DESCRIPTION,
    },
    servers: [{ url: "/", description: "This archive" }],
    tags: groupsOf(contracts),
    paths: { ...paths, ...FILE_PATHS },
    components: {
      schemas: { ...ERROR_SCHEMAS, ...components },
      responses: sharedAnswers(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function answered(contracts: readonly Endpoint[]): Record<string, z.ZodMiniType> {
  return Object.fromEntries(
    contracts.flatMap(({ response }, at) => (typeof response === "object" ? [[at, response]] : [])),
  );
}

function sent(contracts: readonly Endpoint[]): Record<string, z.ZodMiniType> {
  return Object.fromEntries(
    contracts.flatMap((contract, at) =>
      Object.entries(inputsOf(contract)).map(([name, schema]) => [`${at} ${name}`, schema]),
    ),
  );
}

function groupsOf(contracts: readonly Endpoint[]): OpenApi["tags"] {
  const used = new Set([FILES, ...contracts.map((contract) => groupAndId(contract).group)]);
  return GROUPS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}
