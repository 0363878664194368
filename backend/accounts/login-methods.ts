import { type LoginMethods, PROXY_PROVIDER } from "#shared/rules/single-sign-on.ts";
import type { Config } from "../config.ts";

type Settings = Pick<Config, "OIDC_PROVIDERS" | "PASSWORD_LOGIN" | "TRUSTED_USER_HEADER">;

/** Ways to log in, as screens show them; the proxy's header is a provider too. */
export function loginMethods({
  OIDC_PROVIDERS,
  PASSWORD_LOGIN,
  TRUSTED_USER_HEADER,
}: Settings): LoginMethods {
  const providers = OIDC_PROVIDERS.map(({ id, label }) => ({ id, label }));
  if (TRUSTED_USER_HEADER !== undefined) providers.push({ id: PROXY_PROVIDER, label: "" });
  return { password: PASSWORD_LOGIN, providers };
}
