/** Converts a contract's access and rate limits to parts of an operation. */
import type { Endpoint, RateLimit } from "#shared/contracts/endpoint.ts";
import type { Parameter } from "#shared/entities/openapi.ts";

/** Name of the scheme in `components`: the cookie set at login. */
export const SESSION_SCHEME = "session";

const WHO = {
  anyone: "",
  session: "Needs an account.",
  moderator: "Needs the role of moderator or administrator.",
  administrator: "Needs the role of administrator.",
};
const COUNTED = { address: "client address", session: "account or, without one, client address" };

/** Sentences on access, limits, body size and idempotency; may be empty. */
export function policyOf({ access, limits = [], maxBytes, idempotent }: Endpoint): string {
  return [
    WHO[access],
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
