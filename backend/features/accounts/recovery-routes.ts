/** Recovery codes, and deletion of the account. */
import { randomInt } from "node:crypto";
import { DEVICE_COOKIE, recover, SESSION_COOKIE, WRONG_CODE } from "#shared/contracts/accounts.ts";
import * as contract from "#shared/contracts/own-account.ts";
import { CODE_LENGTH, CODE_LETTERS } from "#shared/rules/accounts.ts";
import { revokeTokens } from "../../accounts/access-tokens.ts";
import { isLastAdministrator } from "../../accounts/change-account.ts";
import type { Passwords } from "../../accounts/passwords.ts";
import { endSessions, requireConfirmed } from "../../accounts/sessions.ts";
import { ADMINISTRATORS_LOCK } from "../../db/locks.ts";
import { hashOf } from "../../db/tokens.ts";
import { transaction } from "../../db/tx.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict } from "../../http/errors.ts";
import { requirePasswordLogin } from "./own-account.ts";
import { setPassword } from "./queries.ts";
import { accountOfCode, countCodes, eraseAccount, replaceCodes, spendCode } from "./recovery-queries.ts";

const CODES = 10;
/** Letters between the hyphens of a displayed code. */
const GROUP = 5;

export function recoveryRoutes(passwords: Passwords): Mounted[] {
  return [
    mount(contract.countRecoveryCodes, async ({ sql, principal }) => ({
      left: await countCodes(sql, principal.id),
    })),
    mount(contract.makeRecoveryCodes, async ({ sql, pool, signal, principal }) => {
      await requireConfirmed(sql, principal);
      const codes = Array.from({ length: CODES }, randomCode);
      const hashes = codes.map((code) => hashOf(code));
      await transaction(pool, (tx) => replaceCodes(tx, principal.id, hashes), { signal });
      return codes.map((code) => code.match(new RegExp(`.{${GROUP}}`, "g"))?.join("-") ?? code);
    }),
    mount(recover, (input) => resetPassword(input, passwords)),
    mount(contract.deleteAccount, async ({ sql, pool, signal, principal, setCookie }) => {
      await requireConfirmed(sql, principal);
      await transaction(
        pool,
        async (tx) => {
          await tx`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`;
          if (await isLastAdministrator(tx, principal.id)) throw conflict(contract.LAST_ADMINISTRATOR);
          await eraseAccount(tx, principal.id, principal.session);
        },
        { signal },
      );
      setCookie(SESSION_COOKIE, undefined);
      setCookie(DEVICE_COOKIE, undefined);
      return true as const;
    }),
  ];
}

function randomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join("");
}

async function resetPassword(
  { sql, config, pool, signal, body }: Input<typeof recover>,
  passwords: Passwords,
): Promise<true> {
  requirePasswordLogin(config);
  const code = hashOf(body.code);
  const account = await accountOfCode(sql, body.username, code);
  if (account === undefined) throw badInput(WRONG_CODE);
  const password = await passwords.hash(body.password);
  await transaction(
    pool,
    async (tx) => {
      if (!(await spendCode(tx, account, code))) throw badInput(WRONG_CODE);
      await setPassword(tx, account, password);
      await endSessions(tx, account);
      await revokeTokens(tx, account);
    },
    { signal },
  );
  return true;
}
