/** OpenID Connect with the configured providers: discovery, authorization code flow, logout tokens (decision 0072). */
import { readFile } from "node:fs/promises";
import type { JWTPayload } from "jose";
import type { ClientAuth } from "openid-client";
import type { SignOnProblem } from "#shared/rules/single-sign-on.ts";
import { randomToken } from "../db/tokens.ts";
import { USER_AGENT } from "../version.ts";
import type { ProviderSettings } from "./provider-settings.ts";

/** Timeout of each request to a provider: three fit in the deadline of a handler. */
const TIMEOUT_MS = 3_000;
/** Age at which a discovery document is read again. */
const DISCOVERY_MAX_AGE_MS = 3_600_000;
/** Signatures by public keys only, never `none` or a shared secret. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const CLOCK_TOLERANCE_SECONDS = 30;
const LOGOUT_TOKEN_MAX_AGE_SECONDS = 300;
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Values of a login that the provider's answer has to match. */
export interface Flow {
  state: string;
  nonce: string;
  /** PKCE code verifier. */
  verifier: string;
}

/** Verified claims of the ID token and the user information. */
export interface Person {
  subject: string;
  /** Id of the session at the provider; undefined if it does not say. */
  session: string | undefined;
  /** Time of the login at the provider, in seconds since 1970; undefined if it does not say. */
  authenticatedAt: number | undefined;
  claims: Readonly<Record<string, unknown>>;
}

/** Sessions that a provider ends: of a person, or only one. */
export interface ProviderLogoutToken {
  /** Issuer in the settings, which may end with another slash than the token. */
  issuer: string;
  subject: string | undefined;
  session: string | undefined;
  /** Unique per issuer. */
  id: string;
}

/** A login that failed at the provider or by its answer; the message is for the log. */
export class SignOnError extends Error {
  override name = "SignOnError";
  constructor(
    readonly problem: SignOnProblem,
    message: string,
  ) {
    super(message);
  }
}

type Client = typeof import("openid-client");
type Provider = Awaited<ReturnType<typeof read>>;
const discovered = new WeakMap<ProviderSettings, { result: Promise<Provider>; until: number }>();

/** Reads the discovery document, at most once an hour. @throws SignOnError if the provider does not respond */
export function discover(settings: ProviderSettings): Promise<Provider> {
  const known = discovered.get(settings);
  if (known !== undefined && known.until > Date.now()) return known.result;
  const result = read(settings).catch((error: unknown) => {
    discovered.delete(settings);
    throw new SignOnError("unreachable", causeOf(error));
  });
  discovered.set(settings, { result, until: Date.now() + DISCOVERY_MAX_AGE_MS });
  return result;
}

async function read({ issuer, client_id, client_secret: text, client_secret_file: file }: ProviderSettings) {
  // At the first use: archives without providers start faster.
  const [client, jose] = await Promise.all([import("openid-client"), import("jose")]);
  const secret = file === undefined ? text : (await readFile(file, "utf8")).trim();
  const configuration = await client.discovery(
    new URL(issuer),
    client_id,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    secret === undefined ? client.None() : bySecret(client, secret),
    {
      timeout: TIMEOUT_MS / 1_000,
      [client.customFetch]: request,
      execute: [
        client.enableNonRepudiationChecks, // verifies signatures
        ...(issuer.startsWith("http:") ? [client.allowInsecureRequests] : []), // settings: on this machine only
      ],
    },
  );
  const { jwks_uri: keys } = configuration.serverMetadata();
  if (keys === undefined) throw new Error("The discovery document names no keys.");
  const options = { timeoutDuration: TIMEOUT_MS, [jose.customFetch]: request };
  return { client, jose, configuration, keys: jose.createRemoteJWKSet(new URL(keys), options) };
}

/** Sends the secret in a header, which every provider but those that say otherwise supports. */
function bySecret(client: Client, secret: string): ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    (methods.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
}

/** Fetch with Roost's name. */
function request(url: string, options: object): Promise<Response> {
  const { headers: given, ...init } = options as RequestInit;
  const headers = new Headers(given);
  headers.set("user-agent", USER_AGENT);
  return fetch(url, { ...init, headers });
}

/**
 * Address of the provider's login page.
 * @param again asks the person to log in there even if they are logged in
 * @throws SignOnError if the provider does not respond
 */
export async function authorizationAddress(
  settings: ProviderSettings,
  { state, nonce, verifier }: Flow,
  redirect: string,
  again: boolean,
): Promise<string> {
  const { client, configuration } = await discover(settings);
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    scope: settings.scopes,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(again ? { prompt: "login" } : {}),
  }).href;
}

export function newFlow(): Flow {
  return { state: randomToken(), nonce: randomToken(), verifier: randomToken() };
}

/**
 * Exchanges the code and verifies what the provider says about the person.
 * @param answer redirect address with the parameters that the provider added
 * @throws SignOnError
 */
export async function identify(settings: ProviderSettings, flow: Flow, answer: URL): Promise<Person> {
  const { client, configuration } = await discover(settings);
  try {
    const tokens = await client.authorizationCodeGrant(configuration, answer, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    const token = tokens.claims();
    if (token === undefined) throw new SignOnError("invalid", "The provider sent no ID token.");
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, token.sub) : {};
    const { sub: subject, sid, auth_time: authenticatedAt } = token;
    const session = typeof sid === "string" ? sid : undefined;
    return { subject, session, authenticatedAt, claims: { ...more, ...token } };
  } catch (error) {
    throw error instanceof SignOnError ? error : new SignOnError(problemOf(client, error), causeOf(error));
  }
}

const UNAVAILABLE = ["server_error", "temporarily_unavailable"];
/** Codes of responses that are no answer of OpenID Connect. */
const NO_ANSWER = ["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"];

function problemOf(client: Client, error: unknown): SignOnProblem {
  if (error instanceof client.AuthorizationResponseError) {
    if (error.error === "access_denied") return "cancelled";
    return UNAVAILABLE.includes(error.error) ? "unreachable" : "invalid";
  }
  if (error instanceof client.ClientError && NO_ANSWER.includes(error.code ?? "")) return "unreachable";
  return error instanceof TypeError && error.message === "fetch failed" ? "unreachable" : "invalid";
}

/** Messages of an error and its causes; they contain no token. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error ? `${message}: ${causeOf(cause)}` : message || error.name;
}

/** Verifies a logout token. @throws SignOnError */
export async function readLogoutToken(
  settings: ProviderSettings,
  token: string,
): Promise<ProviderLogoutToken> {
  const { jose, configuration, keys } = await discover(settings);
  const { issuer } = configuration.serverMetadata();
  const { payload } = await jose
    .jwtVerify(token, keys, {
      issuer,
      audience: settings.client_id,
      algorithms: ALGORITHMS,
      maxTokenAge: LOGOUT_TOKEN_MAX_AGE_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ["iat", "jti"],
    })
    .catch((error: unknown) => {
      const isAnswer = error instanceof jose.errors.JOSEError && !(error instanceof jose.errors.JWKSTimeout);
      throw new SignOnError(isAnswer ? "invalid" : "unreachable", causeOf(error));
    });
  const { sub: subject, sid, jti: id, nonce } = payload;
  const session = typeof sid === "string" ? sid : undefined;
  const isLogout = isLogoutEvent(payload) && nonce === undefined; // an ID token has a nonce
  if (!isLogout || typeof id !== "string" || (subject ?? session) === undefined)
    throw new SignOnError("invalid", "The token is no logout token.");
  return { issuer: settings.issuer, subject, session, id };
}

function isLogoutEvent({ events }: JWTPayload): boolean {
  if (typeof events !== "object" || events === null) return false;
  const event: unknown = (events as Record<string, unknown>)[LOGOUT_EVENT];
  return typeof event === "object" && event !== null;
}

/** Page that ends the session at the provider; undefined if the provider has none, or does not respond. */
export async function logoutAddress(settings: ProviderSettings): Promise<string | undefined> {
  const found = await discover(settings).catch(() => undefined);
  if (found?.configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
  return found.client.buildEndSessionUrl(found.configuration).href;
}
