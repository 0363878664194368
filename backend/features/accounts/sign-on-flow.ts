/** Steps of a login with a provider: to its login page, and back with its answer (decision 0072). */
import { ACCOUNT_DISABLED, INVITATION_NEEDED, REGISTRATION_CLOSED } from "#shared/contracts/accounts.ts";
import { NOT_LOGGED_IN } from "#shared/contracts/refusals.ts";
import * as contract from "#shared/contracts/single-sign-on.ts";
import { PROXY_PROVIDER, SIGN_ON_PAGES, type SignOnProblem } from "#shared/rules/single-sign-on.ts";
import { authorizationAddress, identify, newFlow, SignOnError } from "../../accounts/oidc.ts";
import type { ProviderSettings } from "../../accounts/provider-settings.ts";
import { requireConfirmed } from "../../accounts/sessions.ts";
import type { Config } from "../../config.ts";
import type { Tx } from "../../db/client.ts";
import { hashOf, randomToken } from "../../db/tokens.ts";
import { transaction } from "../../db/tx.ts";
import type { Input } from "../../http/endpoint.ts";
import { forbidden, HttpError, notFound, unavailable } from "../../http/errors.ts";
import { Redirect } from "../../http/redirect.ts";
import { completeLogin } from "./complete-login.ts";
import { confirmByProvider, spendFlow, storeFlow } from "./identity-queries.ts";
import { endSession } from "./queries.ts";
import { type Identified, identified, linkIdentity, signOn } from "./sign-on.ts";

/** Seconds that a person may take at the provider. */
const FLOW_MAX_AGE = 600;
const BROWSER_TOKEN = /^[\w-]{43}$/;

/** @throws HttpError 404 if there is no such provider */
export function providerOf({ OIDC_PROVIDERS }: Config, id: string): ProviderSettings {
  const settings = OIDC_PROVIDERS.find((provider) => provider.id === id);
  if (settings === undefined) throw notFound(contract.UNKNOWN_PROVIDER);
  return settings;
}

type Start = Input<typeof contract.startSingleSignOn>;
type Finish = Input<typeof contract.finishSingleSignOn>;

/** Begins a login, or with a session a confirmation or link. @returns the address to go on to */
export async function start(input: Start): Promise<{ address: string }> {
  const { sql, config, origin, params, principal, client, body, setCookie, log } = input;
  const links = body.link === true;
  if (links) {
    if (principal === undefined) throw new HttpError(401, NOT_LOGGED_IN, "not_logged_in");
    await requireConfirmed(sql, principal);
  }
  const { path: location } = new Redirect(body.location ?? "/");
  const isProxy = params.provider === PROXY_PROVIDER && config.TRUSTED_USER_HEADER !== undefined;
  if (isProxy) return { address: await startByProxy(input, location) };
  const settings = providerOf(config, params.provider);
  const flow = newFlow();
  const isConfirmation = principal !== undefined && !links;
  const redirect = redirectAddress(origin, settings.id);
  const address = await authorizationAddress(settings, flow, redirect, isConfirmation).catch(
    (error: unknown) => {
      log.warn({ provider: settings.id, err: error }, "login provider does not respond");
      throw asHttpError(error);
    },
  );
  // One cookie for all logins that a browser has begun, so that two tabs do not disturb each other.
  const sent = client.cookie(contract.FLOW_COOKIE);
  const browser = sent !== undefined && BROWSER_TOKEN.test(sent) ? sent : randomToken();
  await storeFlow(sql, {
    ...flow,
    provider: settings.id,
    browser,
    location,
    invitation_hash: body.invitation === undefined ? null : hashOf(body.invitation),
    account: principal?.id ?? null,
    links,
  });
  setCookie(contract.FLOW_COOKIE, browser, { maxAge: FLOW_MAX_AGE });
  return { address };
}

const redirectAddress = (origin: string, provider: string): string =>
  `${origin}/api/v1/authentication/single_sign_on/${provider}/callback`;

/** Logs in the person whom the proxy names; the answer is at hand, so nothing has to come back. */
async function startByProxy(input: Start, location: string): Promise<string> {
  const subject = input.client.proxyUser();
  if (subject === undefined) throw forbidden(contract.NO_PROXY_USER);
  const person: Identified = {
    issuer: PROXY_PROVIDER,
    subject,
    provider: PROXY_PROVIDER,
    name: subject,
    wanted: subject,
    role: undefined,
    group: undefined,
    registration: "open",
  };
  const { principal, body } = input;
  const goal = { location, invitation_hash: null, account: principal?.id ?? null, links: body.link === true };
  return await complete(input, person, goal, {}).catch((error: unknown) => {
    throw asHttpError(error);
  });
}

/** Finishes a login with the provider's answer. @returns a redirect, also where it failed */
export async function finish(input: Finish): Promise<Redirect> {
  const { sql, config, origin, params, query, principal, client, log } = input;
  const settings = providerOf(config, params.provider);
  const key = { state: query.state ?? "", browser: client.cookie(contract.FLOW_COOKIE) ?? "" };
  const flow = await spendFlow(sql, settings.id, key);
  const entry = { provider: settings.id, address: client.address };
  try {
    if (flow === undefined) throw new SignOnError("expired", "This browser did not begin the login.");
    if (flow.account !== null && flow.account !== principal?.id)
      throw new SignOnError("expired", "The account is not logged in anymore.");
    const answer = new URL(redirectAddress(origin, settings.id));
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) answer.searchParams.set(name, value);
    const person = await identify(settings, flow, answer);
    const path = await complete(input, identified(settings, person), flow, person);
    log.info(entry, "authentication");
    return new Redirect(path);
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error;
    log.warn({ ...entry, problem: error.problem, reason: error.message }, "authentication refused");
    const isLogin = (flow?.account ?? null) === null;
    const page = isLogin ? SIGN_ON_PAGES.login : SIGN_ON_PAGES.own;
    return new Redirect(withQuery(page, { location: flow?.location, problem: error.problem }));
  }
}

interface Goal {
  location: string;
  invitation_hash: Buffer | null;
  /** Account that confirms or links; null for a login. */
  account: number | null;
  links: boolean;
}

/** @returns path of the next page @throws SignOnError */
async function complete(
  input: Start | Finish,
  person: Identified,
  { location, invitation_hash, account, links }: Goal,
  { session, authenticatedAt }: { session?: string | undefined; authenticatedAt?: number | undefined },
): Promise<string> {
  const { pool, signal, principal } = input;
  if (account !== null && principal !== undefined) {
    const work = async (tx: Tx) => {
      await linkIdentity(tx, person, account, links);
      await confirmByProvider(tx, principal.session, authenticatedAt);
    };
    await transaction(pool, work, { signal });
    return location;
  }
  const signedOn = await transaction(pool, (tx) => signOn(tx, person, invitation_hash), { signal });
  if (principal !== undefined) await endSession(pool, principal.id, principal.session); // logged in meanwhile
  await completeLogin(input, signedOn.account, { identity: signedOn.identity, session, authenticatedAt });
  return withQuery(SIGN_ON_PAGES.done, { location });
}

function withQuery(page: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
  return `${page}?${query}`;
}

const REFUSALS: Partial<Record<SignOnProblem, string>> = {
  disabled: ACCOUNT_DISABLED,
  invitation: INVITATION_NEEDED,
  closed: REGISTRATION_CLOSED,
  taken: contract.IDENTITY_TAKEN,
  unlinked: contract.NOT_YOUR_LOGIN,
};

/** Error of a request that answers JSON; others stay as they are. */
export function asHttpError(error: unknown): unknown {
  if (!(error instanceof SignOnError)) return error;
  const refusal = REFUSALS[error.problem];
  return refusal === undefined ? unavailable(contract.PROVIDER_UNREACHABLE) : forbidden(refusal);
}
