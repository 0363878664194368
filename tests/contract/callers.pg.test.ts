/** Every route × every kind of caller, with sessions and with access tokens × an open archive and one for members. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRoutes } from "#backend/app.ts";
import { hashOf } from "#backend/db/tokens.ts";
import type { Authenticate } from "#backend/http/principal.ts";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import { ACCESS, ROLES, type Role } from "#shared/rules/roles.ts";
import { SCOPES, type Scope } from "#shared/rules/scopes.ts";
import { ACCESS_MODES, type AccessMode } from "#shared/rules/site.ts";
import { BEHIND_PROXY } from "#tests/support/accounts.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const NOT_LOGGED_IN = "You must be registered to access this page.";
const INSUFFICIENT = "Insufficient privileges";
const INVALID = "This access token is not valid.";
const EXPIRED = "This access token has expired.";
const NOT_FOR_TOKENS = "Access tokens may not do this. Log in instead.";
const missing = (scope: string) => `This access token lacks the scope ${scope}.`;

/** Written out, so that it does not repeat the contracts: all that works without an account in an archive for members. */
const OPEN = [
  "GET /v1/authentication/registration",
  "POST /v1/authentication/register",
  "POST /v1/authentication/setup",
  "POST /v1/authentication/login",
  "POST /account/login",
  "POST /v1/authentication/logout",
  "POST /v1/authentication/recover",
  "POST /v1/authentication/passkey/options",
  "POST /v1/authentication/passkey",
  "POST /v1/guest/open",
  "GET /v1/guest",
  "GET /v1/guest/posts",
  "GET /v1/guest/posts/:service/:post",
  "POST /v1/guest/check",
  "POST /v1/authentication/single_sign_on/:provider",
  "GET /v1/authentication/single_sign_on/:provider/callback",
  "POST /v1/authentication/single_sign_on/:provider/backchannel-logout",
];

/** Written out as well: what no access token may do, whatever its scopes. */
const NEVER_FOR_TOKENS = [
  ...OPEN,
  "GET /v1/:service/user/:id/links/new",
  "POST /v1/:service/user/:id/links/new",
  "PATCH /v1/file/:hash",
  "PATCH /v2/file/:hash",
  "GET /v1/account/tasks",
  "GET /v1/account/review_dms",
  "POST /v1/account/review_dms",
  "PATCH /v1/account/review_dms",
  "GET /v1/account",
  "POST /v1/account/change_password",
  "POST /v1/account/change_username",
  "POST /v1/account/confirm_password",
  "POST /v1/account/device_key",
  "GET /v1/account/sessions",
  "DELETE /v1/account/sessions/:session",
  "DELETE /v1/account/sessions",
  "GET /v1/account/recovery_codes",
  "POST /v1/account/recovery_codes",
  "POST /v1/account/delete",
  "GET /v1/account/data",
  "GET /v1/account/passkeys",
  "POST /v1/account/passkeys/options",
  "POST /v1/account/passkeys",
  "DELETE /v1/account/passkeys/:passkey",
  "GET /v1/account/single_sign_on",
  "GET /v1/account/single_sign_on/logout",
  "DELETE /v1/account/single_sign_on/:identity",
  "GET /v1/account/tokens",
  "POST /v1/account/tokens",
  "DELETE /v1/account/tokens/:token",
  "GET /v1/account/single_sign_on",
  "GET /v1/account/single_sign_on/logout",
  "DELETE /v1/account/single_sign_on/:identity",
  "GET /v1/account/guest_links",
  "POST /v1/account/guest_links",
  "DELETE /v1/account/guest_links/:link",
  "GET /v1/account/favorites/feed",
  "POST /v1/account/favorites/feed",
  "DELETE /v1/account/favorites/feed",
  "GET /v1/account/sync",
  "PUT /v1/account/sync",
  "POST /v1/account/sync/segments",
  "POST /v1/account/sync/snapshot",
  "POST /v1/account/sync/words",
  "DELETE /v1/account/sync",
  "POST /v1/:service/user/:id/post/:post/flag",
  "PUT /v2/account/flags/post",
  "POST /v1/takedown_requests",
  "POST /v1/takedown_requests/status",
  "POST /v1/account/administrator/takedowns",
  "POST /v1/account/administrator/takedowns/:takedown/restore",
  "POST /v1/account/administrator/takedowns/:takedown/purge",
  "PATCH /v1/account/administrator/takedowns",
  "GET /v1/account/notifications",
  "GET /v1/account/push",
  "PUT /v1/account/push",
  "DELETE /v1/account/push",
  "PATCH /v1/account/administrator/account/:account",
  "PATCH /v2/account/administrator/account/:account",
  "POST /v1/account/administrator/accounts",
  "PATCH /v1/account/administrator/access",
  "DELETE /v1/account/administrator/sample",
  "PATCH /v1/account/administrator/registration",
  "PATCH /v1/account/administrator/invitations",
  "GET /v1/account/invitations",
  "POST /v1/account/invitations",
  "DELETE /v1/account/invitations/:invitation",
  "POST /v1/account/administrator/groups",
  "PUT /v1/account/administrator/groups/:group",
  "DELETE /v1/account/administrator/groups/:group",
];

interface Caller {
  name: string;
  headers: Record<string, string>;
  role?: Role;
  /** Scopes of its token; undefined for a session. */
  scopes?: readonly Scope[];
  /** The credentials are refused with this message. */
  refused?: string;
}

/** `Authorization` of a token with this name as its secret. */
const token = (name: string) => `roost_${name.padEnd(43, "-")}`;
const bearer = (name: string) => ({ authorization: `Bearer ${token(name)}` });
const basic = (name: string) => ({
  authorization: `Basic ${Buffer.from(`any:${token(name)}`).toString("base64")}`,
});

const TOKENS = [
  ...SCOPES.map((scope) => ({ name: scope, role: "administrator" as const, scopes: [scope] })),
  ...ROLES.map((role) => ({ name: `all-${role}`, role, scopes: SCOPES })),
];
const CALLERS: Caller[] = [
  { name: "anonymous", headers: {} },
  { name: "ended", headers: { cookie: "session=ended" } },
  ...ROLES.map((role) => ({ name: role, role, headers: { cookie: `session=${role}` } })),
  ...TOKENS.map((one) => ({ ...one, headers: bearer(one.name) })),
  // The session of an administrator must not add anything to a token.
  {
    name: "read with a session",
    role: "administrator",
    scopes: ["read"],
    headers: { ...basic("read"), cookie: "session=administrator" },
  },
  { name: "unknown", refused: INVALID, headers: bearer("unknown") },
  { name: "revoked", refused: INVALID, headers: { ...bearer("revoked"), cookie: "session=administrator" } },
  { name: "expired", refused: EXPIRED, headers: bearer("expired") },
  { name: "disabled", refused: INVALID, headers: basic("disabled") },
  { name: "password", refused: INVALID, headers: { authorization: `Basic ${btoa("consumer:secret")}` } },
  { name: "other scheme", refused: INVALID, headers: { authorization: "Digest username=consumer" } },
];

/** @returns status and message of the refusal, undefined if the caller may call it */
function expectedRefusal(
  { method, path, access, scope }: Endpoint,
  mode: AccessMode,
  caller: Caller,
): [number, string] | undefined {
  const name = `${method} ${path}`;
  if (caller.refused !== undefined) return [401, caller.refused];
  const wanted = access === "anyone" && mode === "members" && !OPEN.includes(name) ? "session" : access;
  const rank = caller.role === undefined ? 0 : ROLES.indexOf(caller.role) + 1;
  if (rank < ACCESS.indexOf(wanted)) return rank === 0 ? [401, NOT_LOGGED_IN] : [404, INSUFFICIENT];
  if (caller.scopes === undefined) return undefined;
  if (NEVER_FOR_TOKENS.includes(name)) return [403, NOT_FOR_TOKENS];
  const needed = scope ?? (access === "moderator" || access === "administrator" ? "administration" : "read");
  return caller.scopes.includes(needed) ? undefined : [403, missing(needed)];
}

describe("every route", () => {
  const authenticate: Authenticate = async ({ headers }) => {
    const id = ROLES.findIndex((role) => headers.cookie === `session=${role}`);
    const role = ROLES[id];
    return role && { id: id + 1, role, session: role };
  };
  const servers = new Map<AccessMode, TestServer>();
  beforeAll(async () => {
    for (const mode of ACCESS_MODES) {
      const server = await startServer({ ...BEHIND_PROXY, ACCESS: mode }, { authenticate });
      const { sql } = server;
      for (const role of ROLES)
        await sql`insert into accounts (username, password, role) values (${role}, '', ${role})`;
      await sql`insert into accounts (username, password, role, disabled) values ('gone', '', 'administrator', true)`;
      for (const { name, role, scopes } of [
        ...TOKENS,
        { name: "expired", role: "administrator", scopes: SCOPES },
        { name: "revoked", role: "administrator", scopes: SCOPES },
        { name: "disabled", role: "gone", scopes: SCOPES },
      ])
        await sql`
          insert into access_tokens (account, token_hash, name, scopes)
          select id, ${hashOf(token(name))}, ${name}, ${[...scopes]} from accounts where username = ${role}`;
      await sql`update access_tokens set expires_at = now() where name = 'expired'`;
      await sql`delete from access_tokens where name = 'revoked'`;
      servers.set(mode, server);
    }
  });
  afterAll(async () => {
    for (const server of servers.values()) await server[Symbol.asyncDispose]();
  });

  const messageIn = (text: string) => {
    const { error } = JSON.parse(text) as { error: string | { message: string } };
    return typeof error === "string" ? error : error.message;
  };
  const isRefusal = (text: string) =>
    [NOT_LOGGED_IN, INSUFFICIENT, INVALID, EXPIRED, NOT_FOR_TOKENS, missing("")].some((message) =>
      text.includes(message.slice(0, -1)),
    );

  test.each(apiRoutes().map(({ contract }) => [`${contract.method} ${contract.path}`, contract] as const))(
    "%s",
    async (_, contract) => {
      const { method, path, body } = contract;
      for (const [mode, server] of servers) {
        for (const [at, caller] of CALLERS.entries()) {
          const response = await server.get(`/api${path.replace(/:\w+/g, "0")}`, {
            method,
            headers: { ...caller.headers, "x-forwarded-for": `10.0.0.${at}` }, // limits count each by itself
            ...(body === undefined ? {} : { body: "{}" }),
          });
          const text = await response.text();
          const described = `${mode}, ${caller.name}: ${response.status} ${text.slice(0, 200)}`;
          const refused = expectedRefusal(contract, mode, caller);
          if (refused === undefined) {
            expect(!response.ok && isRefusal(text), described).toBe(false);
          } else {
            expect(response.status, described).toBe(refused[0]);
            if (method !== "HEAD") expect(messageIn(text), described).toBe(refused[1]);
            expect(response.headers.get("etag"), described).toBe(null);
            expect(response.headers.get("cache-control"), described).toBe("no-store");
          }
          if (mode === "members") expect(response.headers.get("cache-control") ?? "").not.toContain("public");
        }
      }
    },
  );

  test("the tasks of a caller are those of queues that the caller may open", async () => {
    for (const server of servers.values()) {
      const { sql } = server;
      await sql`
        insert into pending_dms (account, service, hash, "user", fields)
        select id, 'patreon', 'hash', '1', '{}' from accounts where username = 'consumer'`;
      await sql`
        insert into takedown_requests (kind, addresses, statement, name, contact, secret_hash)
        values ('owner', '/patreon/user/1', 'Mine.', 'Ann', 'ann@example.org', ${Buffer.alloc(32)})`;
      for (const role of ROLES) {
        const headers = { cookie: `session=${role}` };
        const counts = await (await server.get("/api/v1/account/tasks", { headers })).json();
        const waiting = { flags: 0, creator_links: 0, takedown_requests: 1, uploads: 0 };
        expect(counts, role).toEqual(
          role === "consumer" ? { dms: 1, moderation: null } : { dms: 0, moderation: waiting },
        );
        const queue = await server.get("/api/v1/account/moderator/flags", { headers });
        expect(queue.ok, role).toBe(role !== "consumer");
      }
    }
  });

  test("each that is written out is mounted", () => {
    const mounted = apiRoutes().map(({ contract }) => `${contract.method} ${contract.path}`);
    expect([...OPEN, ...NEVER_FOR_TOKENS].filter((name) => !mounted.includes(name))).toEqual([]);
  });
});
