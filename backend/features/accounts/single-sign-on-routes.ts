/** Login with a provider or the proxy's header, and the account's identities there. */
import * as contract from "#shared/contracts/single-sign-on.ts";
import { PROXY_PROVIDER } from "#shared/rules/single-sign-on.ts";
import { logoutAddress, readLogoutToken, SignOnError } from "../../accounts/oidc.ts";
import { requireConfirmed } from "../../accounts/sessions.ts";
import type { Config } from "../../config.ts";
import type { Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, notFound } from "../../http/errors.ts";
import * as queries from "./identity-queries.ts";
import { requireOtherLogin, storedAccount } from "./own-account.ts";
import { asHttpError, finish, providerOf, start } from "./sign-on-flow.ts";

export const singleSignOnRoutes: Mounted[] = [
  mount(contract.startSingleSignOn, start),
  mount(contract.finishSingleSignOn, finish),
  mount(contract.backchannelLogout, endSessionsOfProvider),
  mount(contract.getSingleSignOn, async ({ sql, config, principal }) => {
    const account = await storedAccount(sql, principal);
    const found = await queries.accountIdentities(sql, principal.id);
    const identities = found.map(({ id, issuer, name, created_at, used_at }) => {
      return { id, ...providerShown(config, issuer), name, created_at, used_at };
    });
    return { has_password: account.password !== null, identities };
  }),
  mount(contract.unlinkIdentity, async ({ sql, config, pool, signal, principal, params: { identity } }) => {
    await requireConfirmed(sql, principal);
    const work = async (tx: Tx) => {
      await requireOtherLogin(tx, principal.id, { identity }, config);
      const key = { account: principal.id, id: identity };
      if (!(await queries.deleteIdentity(tx, key, principal.session))) throw notFound();
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
  mount(contract.getProviderLogout, async ({ sql, config, principal }) => {
    const issuer = await queries.issuerOfSession(sql, principal.session);
    const settings = config.OIDC_PROVIDERS.find((provider) => provider.issuer === issuer);
    const address = settings && (await logoutAddress(settings));
    return { logout: settings && address ? { label: settings.label, address } : null };
  }),
];

/** Name of a provider; of one that is not configured anymore its issuer. */
function providerShown(
  { OIDC_PROVIDERS }: Config,
  issuer: string,
): { provider: string | null; label: string } {
  if (issuer === PROXY_PROVIDER) return { provider: PROXY_PROVIDER, label: "" };
  const settings = OIDC_PROVIDERS.find((provider) => provider.issuer === issuer);
  return { provider: settings?.id ?? null, label: settings?.label ?? issuer };
}

async function endSessionsOfProvider({
  config,
  pool,
  signal,
  params,
  body,
  log,
  client: { address },
}: Input<typeof contract.backchannelLogout>): Promise<true> {
  const settings = providerOf(config, params.provider);
  const token = await readLogoutToken(settings, body.logout_token).catch((error: unknown) => {
    log.warn({ provider: settings.id, address, err: error }, "logout by provider refused");
    throw error instanceof SignOnError && error.problem === "invalid"
      ? badInput(contract.INVALID_LOGOUT)
      : asHttpError(error);
  });
  const work = async (tx: Tx) => {
    if (!(await queries.spendLogoutToken(tx, token))) throw badInput(contract.INVALID_LOGOUT);
    return await queries.endProviderSessions(tx, token);
  };
  const ended = await transaction(pool, work, { signal });
  log.info({ provider: settings.id, address, ended }, "logout by provider");
  return true;
}
