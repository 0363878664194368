/** Registration, login and logout. */
import * as contract from "#shared/contracts/accounts.ts";
import type { OwnAccount } from "#shared/entities/account.ts";
import { Username } from "#shared/rules/accounts.ts";
import { addFavoriteCreators } from "../../accounts/add-favorites.ts";
import { insertAccount } from "../../accounts/new-account.ts";
import { isKnownDevice, Passwords } from "../../accounts/passwords.ts";
import { hashOf } from "../../db/tokens.ts";
import { transaction } from "../../db/tx.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict, forbidden } from "../../http/errors.ts";
import { Redirect } from "../../http/redirect.ts";
import { completeLogin } from "./complete-login.ts";
import { requirePasswordLogin } from "./own-account.ts";
import { ownRoutes } from "./own-routes.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { personalDataRoute } from "./personal-data.ts";
import { accountByName, endSession, noteInvited, registration, spendInvitation } from "./queries.ts";
import { recoveryRoutes } from "./recovery-routes.ts";
import { setUp } from "./setup.ts";
import { singleSignOnRoutes } from "./single-sign-on-routes.ts";
import { tokenRoutes } from "./token-routes.ts";

export function accountRoutes(): Mounted[] {
  const passwords = new Passwords();
  return [
    ...ownRoutes(passwords),
    ...recoveryRoutes(passwords),
    personalDataRoute(),
    ...passkeyRoutes,
    ...singleSignOnRoutes,
    ...tokenRoutes,
    mount(contract.getRegistration, ({ sql }) => registration(sql)),
    mount(contract.register, (input) => register(input, passwords)),
    mount(contract.setUp, (input) => setUp(input, passwords)),
    mount(contract.logIn, (input) => logIn(input, passwords)),
    mount(contract.logInByForm, async (input) => {
      await logIn(input, passwords);
      return new Redirect(input.body.location ?? "/");
    }),
    mount(contract.logOut, async ({ sql, principal, setCookie }) => {
      if (principal !== undefined) await endSession(sql, principal.id, principal.session);
      setCookie(contract.SESSION_COOKIE, undefined);
      return true as const;
    }),
  ];
}

async function register(
  { sql, config, pool, signal, body }: Input<typeof contract.register>,
  passwords: Passwords,
): Promise<true> {
  requirePasswordLogin(config);
  const mode = (await registration(sql)).registration;
  if (mode === "closed") throw forbidden(contract.REGISTRATION_CLOSED);
  const isInvited = mode === "invite";
  if (isInvited && body.invitation === undefined) throw forbidden(contract.INVITATION_NEEDED);
  const password = await passwords.hash(body.password);
  await transaction(
    pool,
    async (tx) => {
      const invitation = isInvited ? await spendInvitation(tx, hashOf(body.invitation ?? "")) : undefined;
      if (isInvited && invitation === undefined) throw forbidden(contract.INVITATION_NEEDED);
      const id = await insertAccount(tx, { username: body.username, password });
      if (id === undefined) throw conflict(contract.USERNAME_TAKEN);
      if (invitation !== undefined) await noteInvited(tx, invitation, id);
      const creators = body.favorites_json.map(({ service, artist_id }) => ({ service, id: artist_id }));
      await addFavoriteCreators(tx, id, creators);
    },
    { signal },
  );
  return true;
}

async function logIn(
  input: Input<typeof contract.logIn> | Input<typeof contract.logInByForm>,
  passwords: Passwords,
): Promise<OwnAccount> {
  const { sql, client, body, setCookie } = input;
  requirePasswordLogin(input.config);
  if (input.principal !== undefined) throw conflict(contract.ALREADY_LOGGED_IN);
  // Skips names that are invalid, which PostgreSQL might reject as text.
  const isName = Username.safeParse(body.username).success;
  const account = isName ? await accountByName(sql, body.username) : undefined;
  const device = client.cookie(contract.DEVICE_COOKIE);
  if (account === undefined || !isKnownDevice(device, account.password))
    await input.rateLimits(contract.UNKNOWN_DEVICES)("input", { address: client.address, body });
  if (!(await passwords.verify(account?.password, body.password)) || account === undefined)
    throw badInput(contract.WRONG_CREDENTIALS);
  return await completeLogin({ sql, client, setCookie }, account);
}
