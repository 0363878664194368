import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { type Access, isAllowed } from "#shared/rules/roles.ts";
import { t } from "../../i18n/index.ts";
import { useOnline } from "../../lib/online.ts";
import { useLoggedIn } from "../../lib/session.ts";
import { site } from "../../lib/site.ts";
import button from "../../ui/Button.module.css";
import empty from "../../ui/EmptyState.module.css";
import { Logo } from "../../ui/Logo.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { useIsOnDevice } from "../favorites/marks.ts";
import styles from "./Account.module.css";
import { accountQuery } from "./api.ts";
import { role } from "./device.ts";
import { adopt } from "./session-actions.ts";

interface RequireAccountProps {
  children: ReactNode;
  /** Shows the page to visitors too, with data of this device; not after a session has ended. */
  allowsVisitors?: boolean;
}

/** Wraps pages that need an account. */
export function RequireAccount({ children, allowsVisitors = false }: RequireAccountProps) {
  const isIn = useLoggedIn();
  const isVisitor = useIsOnDevice();
  const isOnline = useOnline();
  const client = useQueryClient();
  // The browser may have a session cookie without stored state, for example after its storage was cleared.
  const { data, isFetching, isSuccess } = useQuery({ ...accountQuery(), retry: false });
  // Ignores stored data of an ended session.
  const found = isIn || isFetching || !isSuccess ? undefined : data.account;
  useEffect(() => {
    if (found !== undefined) void adopt(client, found);
  }, [client, found]);
  if (isIn || (allowsVisitors && isVisitor && found === undefined)) return children;
  if (found !== undefined || (isFetching && isOnline))
    return (
      <div role="status" aria-label={t("account.loading")}>
        <div className={`${styles.ghost} ${page.skeleton}`} />
      </div>
    );
  return <Registered />;
}

function Registered() {
  return (
    <Refusal text={t("account.mustRegister")}>
      <AccountLinks />
    </Refusal>
  );
}

/** Links to log in or register, which come back to this page. */
export function AccountLinks() {
  const { href } = useLocation();
  return (
    <>
      <Link
        to="/authentication/login"
        search={{ location: href }}
        className={`${button.button} ${button.primary}`}
      >
        {t("account.login")}
      </Link>
      {site().login.password ? (
        <Link to="/authentication/register" search={{ location: href }} className={button.button}>
          {t("account.register")}
        </Link>
      ) : null}
    </>
  );
}

/** Wraps pages that need a role. The server checks it again. */
export function RequireRole({ access, children }: { access: Access; children: ReactNode }) {
  const { data } = useQuery(accountQuery());
  const known = role.use();
  if (isAllowed(access, data?.account.role ?? known)) return children;
  return (
    <Refusal text={t(access === "moderator" ? "account.notModerator" : "account.notAdministrator")}>
      <Link to="/account" className={button.button}>
        {t("account.title")}
      </Link>
    </Refusal>
  );
}

function Refusal({ text, children }: { text: string; children: ReactNode }) {
  return (
    <section className={empty.card}>
      <span className={empty.scene}>
        <Logo size={72} />
      </span>
      <PageHeading title={text} />
      <p className={empty.actions}>{children}</p>
    </section>
  );
}
