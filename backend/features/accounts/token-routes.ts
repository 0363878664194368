/** Access tokens of the user's own account. */
import * as contract from "#shared/contracts/access-tokens.ts";
import { isAllowed } from "#shared/rules/roles.ts";
import { SCOPES } from "#shared/rules/scopes.ts";
import { newToken } from "../../accounts/access-tokens.ts";
import { audit } from "../../accounts/audit.ts";
import { requireConfirmed } from "../../accounts/sessions.ts";
import { hashOf } from "../../db/tokens.ts";
import { transaction } from "../../db/tx.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { conflict, forbidden, notFound } from "../../http/errors.ts";
import { accountTokens, deleteToken, insertToken } from "./token-queries.ts";

export const tokenRoutes: Mounted[] = [
  mount(contract.listTokens, ({ sql, principal }) => accountTokens(sql, principal.id)),
  mount(contract.createToken, createToken),
  mount(contract.revokeToken, async ({ pool, signal, principal, params: { token } }) => {
    await transaction(
      pool,
      async (tx) => {
        if (!(await deleteToken(tx, principal.id, token))) throw notFound();
        const subject = `access token ${token}`;
        await audit(tx, { actor: principal.id, kind: "access_token_revoked", subject });
      },
      { signal },
    );
    return true as const;
  }),
];

async function createToken({
  sql,
  pool,
  signal,
  principal,
  body: { name, scopes: wanted, days },
}: Input<typeof contract.createToken>): Promise<{ token: string }> {
  await requireConfirmed(sql, principal);
  const scopes = SCOPES.filter((scope) => wanted.includes(scope));
  if (scopes.includes("administration") && !isAllowed("moderator", principal.role))
    throw forbidden(contract.SCOPE_NEEDS_ROLE);
  const token = newToken();
  await transaction(
    pool,
    async (tx) => {
      const stored = { account: principal.id, hash: hashOf(token), name, scopes, days };
      const id = await insertToken(tx, stored);
      if (id === undefined) throw conflict(contract.TOO_MANY_TOKENS);
      const after = `${scopes.join(", ")}; ${days === null ? "no expiry" : `${days} days`}`;
      await audit(tx, { actor: principal.id, kind: "access_token", subject: `access token ${id}`, after });
    },
    { signal },
  );
  return { token };
}
