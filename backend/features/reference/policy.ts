/** Converts a contract's access and rate limits to parts of an operation. */
import type { Endpoint, RateLimit } from "#shared/contracts/endpoint.ts";
import { scopeOf } from "#shared/contracts/scope.ts";
import type { OpenApi, Operation, Parameter } from "#shared/entities/openapi.ts";
import type { Access } from "#shared/rules/roles.ts";
import { type Scope, TOKEN_PREFIX } from "#shared/rules/scopes.ts";

/** Ways to say who is calling, in `components`. */
export const SECURITY_SCHEMES = {
  session: { type: "apiKey", in: "cookie", name: "session", description: "Set by logging in." },
  token: {
    type: "http",
    scheme: "bearer",
    description: `An access token, which begins with \`${TOKEN_PREFIX}\`. It counts instead of the cookie.`,
  },
  basic: {
    type: "http",
    scheme: "basic",
    description: "An access token as the password, with any username; for feed readers.",
  },
} as const satisfies OpenApi["components"]["securitySchemes"];

/** @param scope that a token needs, undefined if no token is enough */
export function securityOf(access: Access, scope: Scope | undefined): NonNullable<Operation["security"]> {
  const none = access === "anyone" ? [{}] : [];
  return [...none, { session: [] }, ...(scope === undefined ? [] : [{ token: [scope] }, { basic: [scope] }])];
}

const tokenSentence = (scope: Scope | undefined): string =>
  scope === undefined ? "Not for access tokens." : `Access tokens need the scope \`${scope}\`.`;

const WHO = {
  anyone: "",
  session: "Needs an account.",
  moderator: "Needs the role of moderator or administrator.",
  administrator: "Needs the role of administrator.",
};
const COUNTED = { address: "client address", session: "account or, without one, client address" };

/** Sentences on access, limits, body size and idempotency. */
export function policyOf(contract: Endpoint): string {
  const { access, limits = [], maxBytes, idempotent } = contract;
  return [
    WHO[access],
    tokenSentence(scopeOf(contract)),
    ...limits.map(sentenceOf),
    maxBytes === undefined ? "" : `The body may have at most ${maxBytes} bytes.`,
    idempotent
      ? "Sent again with the same `Idempotency-Key` within a day, it has no further effect and the same answer."
      : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function sentenceOf({ points, seconds, by }: RateLimit): string {
  const parts = by.map((part) =>
    part === "address" || part === "session" ? COUNTED[part] : `\`${part.replace(/^\w+\./, "")}\``,
  );
  return `At most ${points} requests in ${seconds} seconds per ${parts.join(" and ")}.`;
}

export const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A random text that is the same for every attempt of one request.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{16,200}$" },
};
