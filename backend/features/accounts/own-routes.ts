/** The user's own account: name, password and sessions. */
import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { DEVICE_COOKIE, SESSION_COOKIE, USERNAME_TAKEN } from "#shared/contracts/accounts.ts";
import * as contract from "#shared/contracts/own-account.ts";
import { forgetDevice, forgetDevices } from "../../accounts/forgotten-devices.ts";
import { deviceToken, type Passwords } from "../../accounts/passwords.ts";
import { COOKIE_MAX_AGE, endSessions, startSession } from "../../accounts/sessions.ts";
import { transaction } from "../../db/tx.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { checkOwner, checkPassword, ownAccount, requirePasswordLogin, storedAccount } from "./own-account.ts";
import { accountSessions, confirmSession, deviceKey, renameAccount, setPassword } from "./queries.ts";

export function ownRoutes(passwords: Passwords): Mounted[] {
  return [
    mount(contract.getAccount, async ({ sql, principal }) => {
      const account = await storedAccount(sql, principal);
      return {
        props: {
          currentPage: "account" as const,
          title: "Your account page" as const,
          account: ownAccount(account),
          notifications_count: account.unseen,
        },
      };
    }),
    mount(contract.changePassword, (input) => changePassword(input, passwords)),
    mount(contract.changeUsername, async (input) => {
      const { pool, signal, principal, body } = input;
      await checkOwner(input, passwords, body.password);
      const rename = transaction(
        pool,
        async (tx) => {
          await renameAccount(tx, principal.id, body.username);
          await endSessions(tx, principal.id, principal.session);
        },
        { signal },
      );
      await rename.catch(refuseTaken);
      return true as const;
    }),
    mount(contract.confirmPassword, async ({ sql, config, principal, body }) => {
      requirePasswordLogin(config);
      await checkPassword(sql, passwords, principal, body.password);
      await confirmSession(sql, principal.session);
      return true as const;
    }),
    mount(contract.getDeviceKey, async ({ sql, principal }) => {
      const key = await deviceKey(sql, principal.id, randomBytes(32));
      return { key: key.toString("base64url") };
    }),
    mount(contract.listSessions, ({ sql, principal }) =>
      accountSessions(sql, principal.id, principal.session),
    ),
    mount(contract.endSession, async ({ sql, principal, params }) => {
      if (!(await forgetDevice(sql, principal.id, params.session))) throw notFound();
      return true as const;
    }),
    mount(contract.endOtherSessions, async ({ sql, principal }) => {
      await forgetDevices(sql, principal.id, principal.session);
      return true as const;
    }),
  ];
}

/** Ends every session and gives this browser a new session and device cookie. */
async function changePassword(
  input: Input<typeof contract.changePassword>,
  passwords: Passwords,
): Promise<true> {
  const { config, pool, signal, principal, body, client, setCookie } = input;
  requirePasswordLogin(config);
  await checkOwner(input, passwords, body["current-password"]);
  const password = await passwords.hash(body["new-password"]);
  const session = await transaction(
    pool,
    async (tx) => {
      await setPassword(tx, principal.id, password);
      await endSessions(tx, principal.id);
      return await startSession(tx, principal.id, client);
    },
    { signal },
  );
  setCookie(SESSION_COOKIE, session, { maxAge: COOKIE_MAX_AGE });
  setCookie(DEVICE_COOKIE, deviceToken(password), { maxAge: COOKIE_MAX_AGE });
  return true;
}

function refuseTaken(error: unknown): never {
  const isTaken = error instanceof postgres.PostgresError && error.constraint_name === "accounts_by_username";
  throw isTaken ? conflict(USERNAME_TAKEN) : error;
}
