/** Single sign-on (docs/decisions/0072-single-sign-on.md): what server and app agree on. */

/** Id of the provider that stands for the proxy's header (`TRUSTED_USER_HEADER`). */
export const PROXY_PROVIDER = "proxy";

/** Login provider as screens show it. */
export interface LoginProvider {
  id: string;
  label: string;
}

/** Ways to log in that the operator has configured, besides passkeys. */
export interface LoginMethods {
  password: boolean;
  providers: LoginProvider[];
}

/** Reasons why a login with a provider failed, as the parameter `problem` of the next screen. */
export const SIGN_ON_PROBLEMS = [
  "cancelled", // by the person, at the provider
  "unreachable",
  "invalid", // answer could not be verified
  "expired", // older than ten minutes, already used, or begun in another browser
  "invitation", // unknown person without a valid invitation
  "closed", // unknown person where the provider makes no accounts
  "disabled",
  "group", // the group that the provider's settings name does not exist
  "taken", // linked to another account
  "unlinked", // confirms another login than the account's
] as const;
export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number];

/** Addresses of the app that a login with a provider leads to. */
export const SIGN_ON_PAGES = {
  /** Takes over the new session. */
  done: "/authentication/single_sign_on",
  login: "/authentication/login",
  /** Linked providers of the account. */
  own: "/account/single_sign_on",
} as const;
