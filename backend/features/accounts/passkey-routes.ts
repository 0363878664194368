/** Creating and removing passkeys, and logging in with them. */
import { ALREADY_LOGGED_IN } from "#shared/contracts/accounts.ts";
import * as contract from "#shared/contracts/passkeys.ts";
import type { OwnAccount } from "#shared/entities/account.ts";
import { requireConfirmed } from "../../accounts/sessions.ts";
import type { Db, Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict, notFound } from "../../http/errors.ts";
import { completeLogin } from "./complete-login.ts";
import { requireOtherLogin, storedAccount } from "./own-account.ts";
import * as passkeys from "./passkey-queries.ts";
import { accountById } from "./queries.ts";

/** Requires a PIN, fingerprint or face: a passkey replaces the password, so possession alone is not enough. */
const VERIFIED = { residentKey: "required", userVerification: "required" } as const;

/** Loaded with the first passkey: it takes 18 MB of memory. */
const webAuthn = () => import("@simplewebauthn/server");

export const passkeyRoutes: Mounted[] = [
  mount(contract.listPasskeys, async ({ sql, principal }) =>
    (await passkeys.accountPasskeys(sql, principal.id)).map(({ transports: _, ...shown }) => shown),
  ),
  mount(contract.beginPasskey, async ({ sql, principal, origin, config }) => {
    await requireConfirmed(sql, principal);
    const { username } = await storedAccount(sql, principal);
    const existing = await passkeys.accountPasskeys(sql, principal.id);
    const options = await (await webAuthn()).generateRegistrationOptions({
      rpName: config.SITE_NAME,
      rpID: domainOf(origin),
      userName: username,
      userID: new Uint8Array(await passkeys.passkeyHandle(sql, principal.id)),
      attestationType: "none",
      excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
      authenticatorSelection: VERIFIED,
    });
    await passkeys.storeChallenge(sql, options.challenge, principal.id);
    return { ...options, attestation: "none" as const };
  }),
  mount(contract.addPasskey, addPasskey),
  mount(contract.removePasskey, async ({ sql, config, pool, signal, principal, params: { passkey } }) => {
    await requireConfirmed(sql, principal);
    const work = async (tx: Tx) => {
      await requireOtherLogin(tx, principal.id, { passkey }, config);
      if (!(await passkeys.deletePasskey(tx, principal.id, passkey))) throw notFound();
    };
    await transaction(pool, work, { signal });
    return true as const;
  }),
  mount(contract.beginPasskeyLogin, async ({ sql, origin }) => {
    const { userVerification } = VERIFIED;
    const options = await (await webAuthn()).generateAuthenticationOptions({
      rpID: domainOf(origin),
      userVerification,
    });
    await passkeys.storeChallenge(sql, options.challenge);
    return options;
  }),
  mount(contract.logInWithPasskey, logInWithPasskey),
];

const domainOf = (origin: string): string => new URL(origin).hostname;

async function addPasskey({
  sql,
  principal,
  origin,
  body,
}: Input<typeof contract.addPasskey>): Promise<true> {
  await requireConfirmed(sql, principal);
  const { credential: response, name } = body;
  const expectedChallenge = await spendChallenge(sql, response.response.clientDataJSON, principal.id);
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: domainOf(origin),
    requireUserVerification: true,
  }).catch(refuse);
  if (registrationInfo === undefined) throw badInput(contract.INVALID_PASSKEY);
  if ((await passkeys.accountPasskeys(sql, principal.id)).length >= contract.MAX_PASSKEYS)
    throw conflict(contract.TOO_MANY_PASSKEYS);
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const stored = { id, account: principal.id, public_key: Buffer.from(publicKey), counter, transports };
  if (!(await passkeys.insertPasskey(sql, stored, name))) throw badInput(contract.INVALID_PASSKEY);
  return true;
}

async function logInWithPasskey(input: Input<typeof contract.logInWithPasskey>): Promise<OwnAccount> {
  const { sql, origin, body: response } = input;
  if (input.principal !== undefined) throw conflict(ALREADY_LOGGED_IN);
  const expectedChallenge = await spendChallenge(sql, response.response.clientDataJSON);
  const passkey = await passkeys.passkeyById(sql, response.id);
  if (passkey === undefined) throw badInput(contract.INVALID_PASSKEY);
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: domainOf(origin),
    requireUserVerification: true,
    credential: { ...passkey, publicKey: new Uint8Array(passkey.public_key) },
  }).catch(refuse);
  if (!verified || !(await passkeys.notePasskeyUse(sql, passkey.id, authenticationInfo.newCounter)))
    throw badInput(contract.INVALID_PASSKEY);
  const account = await accountById(sql, passkey.account);
  if (account === undefined) throw badInput(contract.INVALID_PASSKEY);
  return await completeLogin(input, account);
}

/** @returns the signed challenge, which is now spent @throws HttpError 400 if it was not issued here */
async function spendChallenge(db: Db, clientData: string, account?: number): Promise<string> {
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  let challenge: unknown;
  try {
    ({ challenge } = decodeClientDataJSON(clientData));
  } catch {
    throw badInput(contract.INVALID_PASSKEY);
  }
  if (typeof challenge === "string" && (await passkeys.spendChallenge(db, challenge, account)))
    return challenge;
  throw badInput(contract.INVALID_PASSKEY);
}

/** The library throws for any invalid response. */
function refuse(): never {
  throw badInput(contract.INVALID_PASSKEY);
}
