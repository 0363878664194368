import { discover, SignOnError } from "#backend/accounts/oidc.ts";
import type { Config } from "#backend/config.ts";
import { type Finding, failure, messageOf, ok, warning } from "./checks.ts";

/** Login providers: their discovery documents. A provider that is down breaks its own logins only. */
export async function checkProviders({ OIDC_PROVIDERS, SITE_ORIGIN }: Config): Promise<Finding[]> {
  if (OIDC_PROVIDERS.length === 0) return [];
  const found = await Promise.all(
    OIDC_PROVIDERS.map(async (settings) => {
      const name = `Login provider ${settings.id}`;
      try {
        await discover(settings);
        return ok(`${name}: responds`);
      } catch (error) {
        const cause = error instanceof SignOnError ? error.message : messageOf(error);
        return failure(
          `${name}: ${cause}`,
          `Does ${settings.issuer} answer from this machine, with a certificate it trusts, and is it the provider's issuer? (docs/deploy.md, Single sign-on)`,
        );
      }
    }),
  );
  if (SITE_ORIGIN !== undefined) return found;
  const advice = "Set it to the address that the provider sends people back to.";
  return [...found, warning("Login providers: SITE_ORIGIN is unset", advice)];
}
