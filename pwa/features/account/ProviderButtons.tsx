import { useMutation } from "@tanstack/react-query";
import type { z } from "zod/mini";
import { startSingleSignOn } from "#shared/contracts/single-sign-on.ts";
import { PROXY_PROVIDER } from "#shared/rules/single-sign-on.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { site } from "../../lib/site.ts";
import { finishLogout } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import styles from "./Account.module.css";
import { refusalText, signOnProblem } from "./messages.ts";

interface ProviderButtonsProps {
  label: "account.loginWith" | "account.loginAgainWith" | "account.continueWith" | "account.linkProvider";
  body: z.input<typeof startSingleSignOn.body>;
  /** Ids of providers; by default all that are configured. */
  only?: readonly string[];
  isPrimary?: boolean;
  /** Runs the request, and again after a confirmation; undefined if that is cancelled. */
  run?: <T>(request: () => Promise<T>) => Promise<T | undefined>;
}

/** A button for each login provider, which leads to its login page; nothing without providers. */
export function ProviderButtons({
  label,
  body,
  only,
  isPrimary = false,
  run = (request) => request(),
}: ProviderButtonsProps) {
  const start = useMutation({
    mutationFn: async (provider: string) => {
      await finishLogout();
      const started = await run(() => call(startSingleSignOn, { params: { provider }, body }));
      if (started !== undefined) location.assign(started.address);
    },
  });
  const providers = site().login.providers.filter(({ id }) => only?.includes(id) !== false);
  if (providers.length === 0) return null;
  return (
    <div className={styles.providers}>
      {providers.map(({ id, label: name }) => (
        <button
          key={id}
          type="button"
          className={isPrimary ? `${button.button} ${button.primary}` : button.button}
          disabled={start.isPending}
          onClick={() => start.mutate(id)}
        >
          {t(label, { provider: providerName(id, name) })}
        </button>
      ))}
      <p className={styles.problem} role="alert">
        {start.error === null ? null : refusalText(start.error)}
      </p>
    </div>
  );
}

/** Says why a login with a provider failed. */
export function SignOnProblem({ name }: { name: string | undefined }) {
  const text = signOnProblem(name);
  return text === undefined ? null : (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}

/** Name of a provider; the proxy's header has none of its own. */
export function providerName(id: string | null, label: string): string {
  return id === PROXY_PROVIDER ? t("account.proxyLogin") : label;
}
