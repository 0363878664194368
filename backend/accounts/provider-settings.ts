/** Login providers (OpenID Connect) as the setting `OIDC_PROVIDERS` lists them. */
import { z } from "zod";
import { REGISTRATIONS } from "#shared/rules/accounts.ts";
import { ROLES } from "#shared/rules/roles.ts";
import { PROXY_PROVIDER } from "#shared/rules/single-sign-on.ts";

/** Hosts that may be reached without TLS: a provider on the same machine. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

function isSafe(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, hostname, search, hash } = new URL(issuer);
  if (search !== "" || hash !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.includes(hostname));
}

const ProviderSettings = z
  .strictObject({
    /** Part of the redirect address. */
    id: z
      .string()
      .regex(/^[a-z0-9-]{1,30}$/, "expected lower-case letters, digits and hyphens")
      .refine((id) => id !== PROXY_PROVIDER, `"${PROXY_PROVIDER}" means TRUSTED_USER_HEADER`),
    /** Shown on the button. */
    label: z.string().min(1).max(40),
    /** Exactly as in the provider's discovery document. */
    issuer: z
      .string()
      .max(500)
      .refine(isSafe, "expected an https address without a query")
      .transform((issuer) => new URL(issuer).href),
    client_id: z.string().min(1).max(500),
    client_secret: z.string().min(1).max(1_000).optional(),
    /** File with the secret, such as a secret of a container. */
    client_secret_file: z.string().min(1).optional(),
    scopes: z
      .string()
      .regex(/^openid( [!-~]+)*$/, "expected a list that begins with openid")
      .default("openid profile"),
    /** Claim whose values `roles` maps to roles; with dots, of a claim in a claim: `realm_access.roles`. */
    role_claim: z.string().min(1).max(200).default("groups"),
    /** Roles by name of a group. Unset leaves roles to Roost; with it each login sets the role. */
    roles: z.record(z.string(), z.enum(ROLES)).optional(),
    /** Claim whose values `groups` maps to groups, as `role_claim`. */
    group_claim: z.string().min(1).max(200).default("groups"),
    /**
     * Names of groups (decision 0073) by value of the claim, null for none, which sees everything; the first that the person
     * has counts, and `*` for those who have none of them. Each login sets the group; without a match it stays.
     */
    groups: z.record(z.string(), z.string().min(1).max(60).nullable()).optional(),
    /** Decides what an unknown person gets: an account, an account for an invitation, or nothing. */
    registration: z.enum(REGISTRATIONS).default("invite"),
  })
  .refine(({ client_secret: text, client_secret_file: file }) => text === undefined || file === undefined, {
    error: "set client_secret or client_secret_file, not both",
  });
export type ProviderSettings = z.infer<typeof ProviderSettings>;

const List = z.array(ProviderSettings).max(10);

/**
 * Parses a JSON list of providers.
 * @throws Error with the reason
 */
export function parseProviders(text: string): ProviderSettings[] {
  if (text === "") return [];
  const parsed = List.safeParse(readJson(text));
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(({ path, message }) => [...path, message].join(" ")).join("; "));
  const ids = parsed.data.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error("two providers have the same id");
  return parsed.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("expected a JSON list"); // the parser's message would repeat a part of the secret
  }
}
