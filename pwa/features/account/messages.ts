/** Translates English messages of the server and the shared rules for forms of accounts. */
import * as tokens from "#shared/contracts/access-tokens.ts";
import * as contracts from "#shared/contracts/accounts.ts";
import * as links from "#shared/contracts/guest-links.ts";
import * as own from "#shared/contracts/own-account.ts";
import { INVALID_PASSKEY, TOO_MANY_PASSKEYS } from "#shared/contracts/passkeys.ts";
import * as signOn from "#shared/contracts/single-sign-on.ts";
import * as rules from "#shared/rules/accounts.ts";
import { INVALID_FAVORITES } from "#shared/rules/favorites.ts";
import { SIGN_ON_PROBLEMS, type SignOnProblem } from "#shared/rules/single-sign-on.ts";
import { HttpError } from "../../api/errors.ts";
import { errorMessage } from "../../api/messages.ts";
import { type MessageId, t } from "../../i18n/index.ts";

const WORDS: Record<string, MessageId> = {
  [rules.USERNAME_REQUIRED]: "account.problem.usernameRequired",
  [rules.USERNAME_LENGTH]: "account.problem.usernameLength",
  [rules.USERNAME_MISMATCH]: "account.problem.usernameMismatch",
  [rules.PASSWORD_REQUIRED]: "account.problem.passwordRequired",
  [rules.PASSWORD_LENGTH]: "account.problem.passwordLength",
  [rules.PASSWORDS_DIFFER]: "account.problem.passwordsDiffer",
  [rules.CURRENT_PASSWORD_REQUIRED]: "account.problem.currentRequired",
  [rules.NEW_PASSWORD_REQUIRED]: "account.problem.newRequired",
  [rules.NEW_PASSWORD_LENGTH]: "account.problem.newLength",
  [rules.NEW_PASSWORDS_DIFFER]: "account.problem.newDiffer",
  [contracts.WRONG_CREDENTIALS]: "account.problem.wrongCredentials",
  [own.WRONG_PASSWORD]: "account.problem.wrongPassword",
  [contracts.USERNAME_TAKEN]: "account.problem.usernameTaken",
  [contracts.ACCOUNT_DISABLED]: "account.problem.disabled",
  [contracts.REGISTRATION_CLOSED]: "account.problem.registrationClosed",
  [contracts.INVITATION_NEEDED]: "account.problem.invitationNeeded",
  [contracts.TOO_MANY_LOGINS]: "account.problem.tooMany",
  [contracts.BUSY]: "account.problem.busy",
  [contracts.WRONG_CODE]: "account.problem.wrongCode",
  [contracts.COMMON_PASSWORD]: "account.problem.commonPassword",
  [contracts.PASSWORD_LOGIN_OFF]: "account.problem.passwordLoginOff",
  [contracts.WRONG_SETUP_LINK]: "account.problem.wrongSetupLink",
  [own.LAST_ADMINISTRATOR]: "account.problem.lastAdministrator",
  [INVALID_PASSKEY]: "account.problem.passkey",
  [TOO_MANY_PASSKEYS]: "account.problem.passkeys",
  [tokens.TOKEN_NAME_REQUIRED]: "tokens.problem.name",
  [tokens.SCOPE_REQUIRED]: "tokens.problem.scopes",
  [tokens.SCOPE_NEEDS_ROLE]: "tokens.problem.role",
  [tokens.TOO_MANY_TOKENS]: "tokens.problem.tooMany",
  [links.BAD_LINK_END]: "guest.problem.end",
  [links.BAD_OPENS]: "guest.problem.opens",
  [links.TOO_MANY_LINKS]: "guest.problem.tooMany",
  [INVALID_FAVORITES]: "account.problem.favorites",
  [signOn.UNKNOWN_PROVIDER]: "account.problem.unknownProvider",
  [signOn.PROVIDER_UNREACHABLE]: "account.problem.providerUnreachable",
  [signOn.NO_PROXY_USER]: "account.problem.noProxyUser",
  [signOn.IDENTITY_TAKEN]: "account.problem.identityTaken",
  [signOn.NOT_YOUR_LOGIN]: "account.problem.notYourLogin",
  [signOn.ONLY_LOGIN]: "account.problem.onlyLogin",
};

/** Form fields of the server's error messages. */
const FIELDS: Record<string, string> = {
  [contracts.USERNAME_TAKEN]: "username",
  [contracts.INVITATION_NEEDED]: "invitation",
  [contracts.WRONG_CODE]: "code",
};

export function problemText(message: string): string {
  const id = WORDS[message];
  return id === undefined ? message : t(id, { min: rules.MIN_PASSWORD });
}

/** @returns the field of an error, undefined for the whole form, and its text */
export function refusalOf(error: unknown): { field: string | undefined; text: string } {
  if (!(error instanceof HttpError) || WORDS[error.message] === undefined)
    return { field: undefined, text: errorMessage(error) };
  return { field: FIELDS[error.message], text: problemText(error.message) };
}

const PROBLEMS: Record<SignOnProblem, MessageId> = {
  cancelled: "account.problem.loginCancelled",
  unreachable: "account.problem.providerUnreachable",
  invalid: "account.problem.loginUnverified",
  expired: "account.problem.loginExpired",
  invitation: "account.problem.notInvited",
  closed: "account.problem.notAdmitted",
  disabled: "account.problem.disabled",
  group: "account.problem.groupMissing",
  taken: "account.problem.identityTaken",
  unlinked: "account.problem.notYourLogin",
};

/** Text of a login with a provider that failed, by the parameter `problem` of the address. */
export function signOnProblem(name: string | undefined): string | undefined {
  const problem = SIGN_ON_PROBLEMS.find((one) => one === name);
  return problem && t(PROBLEMS[problem]);
}

export const refusalText = (error: unknown): string => refusalOf(error).text;
