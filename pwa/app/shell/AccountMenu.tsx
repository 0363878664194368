import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, type LinkProps, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useAccount } from "../../features/account/api.ts";
import { tasksQuery } from "../../features/account/tasks.ts";
import { useFavoriteNews } from "../../features/favorites/news.ts";
import { formatNumber, t } from "../../i18n/index.ts";
import { useLoggedIn } from "../../lib/session.ts";
import { site } from "../../lib/site.ts";
import { ACCOUNT_KEY } from "../../offline/account/call.ts";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import { PopoverMenu } from "../../ui/PopoverMenu.tsx";
import styles from "./AccountMenu.module.css";
import { queuesOf } from "./account-links.ts";

/** Account menu in the header, with the number of new notifications. */
export function AccountMenu() {
  const client = useQueryClient();
  const isIn = useLoggedIn();
  const { data } = useAccount();
  useEffect(() => {
    if (!isIn) {
      // Also after a logout in another tab.
      client.removeQueries({ queryKey: [ACCOUNT_KEY], predicate: ({ state }) => state.data !== undefined });
      return;
    }
    let isCurrent = true;
    void import("../../features/favorites/sync.ts").then(({ syncFavorites }) => {
      if (isCurrent) void syncFavorites(client);
    });
    return () => {
      isCurrent = false;
    };
  }, [client, isIn]);
  const count = isIn ? (data?.notifications_count ?? 0) : 0;
  const name = isIn ? data?.account.username : undefined;
  return (
    <PopoverMenu
      label={count === 0 ? t("account.menu") : t("account.menuNew", { count })}
      title={name === undefined ? t("account.menu") : <bdi translate="no">{name}</bdi>}
      className={styles.opener}
      face={
        <>
          <Icon name="account" size={22} />
          {count === 0 ? null : (
            <span className={styles.count} aria-hidden="true">
              {count > 99 ? "99+" : formatNumber(count)}
            </span>
          )}
        </>
      }
      isLazy
    >
      <nav className={styles.menu} aria-label={t("account.menu")}>
        {isIn ? <Own name={name} count={count} /> : <Visitor />}
      </nav>
    </PopoverMenu>
  );
}

interface OwnProps {
  name: string | undefined;
  count: number;
}

function Own({ name, count }: OwnProps) {
  const { data: tasks } = useQuery({ ...tasksQuery(), staleTime: 0 });
  const hasPending = tasks !== undefined && tasks.dms > 0;
  return (
    <>
      {name === undefined ? null : (
        <p className={styles.name}>
          <bdi translate="no">{name}</bdi>
        </p>
      )}
      <ul className={styles.list}>
        <Item to="/account" icon="account">
          {t("account.title")}
        </Item>
        <Item to="/account/favorites/artists" icon="star">
          {t("account.favorites")}
          <Count of={useFavoriteNews()} />
        </Item>
        <Item to="/account/notifications" icon="message">
          {t("account.notifications")}
          <Count of={count} />
        </Item>
        <Item to="/account/review_dms" icon="posts" isAlert={hasPending}>
          {t("dmReview.title")}
          {hasPending ? <span className={styles.hint}>{t("dmReview.waiting")}</span> : null}
        </Item>
        {queuesOf(tasks).map(({ to, icon, label, count = 0 }) => (
          <Item key={to} to={to} icon={icon}>
            {t(label)}
            <Count of={count} />
          </Item>
        ))}
        <Item to="/authentication/logout" icon="enter">
          {t("account.logout")}
        </Item>
      </ul>
    </>
  );
}

const Count = ({ of }: { of: number }) =>
  of === 0 ? null : <span className={styles.badge}>{formatNumber(of)}</span>;

function Visitor() {
  const location = useLocation({
    select: ({ href, pathname }) => (pathname.startsWith("/authentication/") ? undefined : href),
  });
  return (
    <ul className={styles.list}>
      <Item to="/account/favorites/artists" icon="star">
        {t("account.favorites")}
      </Item>
      <Item to="/authentication/login" search={{ location }} icon="enter">
        {t("navigation.login")}
      </Item>
      {site().login.password ? (
        <Item to="/authentication/register" search={{ location }} icon="account">
          {t("navigation.register")}
        </Item>
      ) : null}
    </ul>
  );
}

function Item({
  icon,
  isAlert = false,
  children,
  ...link
}: Pick<LinkProps, "to" | "search"> & {
  icon: IconName;
  /** Red: tasks are open. */
  isAlert?: boolean;
  children: ReactNode;
}) {
  return (
    <li>
      <Link
        {...link}
        className={styles.item}
        activeOptions={{ exact: true, includeSearch: false }}
        preload={false}
      >
        {isAlert ? (
          <span className={styles.alert}>
            <Icon name={icon} />
          </span>
        ) : (
          <Icon name={icon} />
        )}
        {children}
      </Link>
    </li>
  );
}
