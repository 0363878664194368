import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, type LinkProps, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAccount } from "../../features/account/api.ts";
import { tasksQuery } from "../../features/account/tasks.ts";
import { useFavoriteNews } from "../../features/favorites/news.ts";
import { formatNumber, t } from "../../i18n/index.ts";
import { useLoggedIn } from "../../lib/session.ts";
import { site } from "../../lib/site.ts";
import { ACCOUNT_KEY } from "../../offline/account/call.ts";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import styles from "./AccountMenu.module.css";
import { queuesOf } from "./account-links.ts";

const ID = "account-menu";

/** Account menu in the header, with the number of new notifications. */
export function AccountMenu() {
  const client = useQueryClient();
  const isIn = useLoggedIn();
  const { data } = useAccount();
  const menu = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
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
  const close = () => menu.current?.hidePopover();
  const count = isIn ? (data?.notifications_count ?? 0) : 0;
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        popoverTarget={ID}
        aria-label={count === 0 ? t("account.menu") : t("account.menuNew", { count })}
      >
        <Icon name="account" size={22} />
        {count === 0 ? null : (
          <span className={styles.count} aria-hidden="true">
            {count > 99 ? "99+" : formatNumber(count)}
          </span>
        )}
      </button>
      <nav
        ref={menu}
        id={ID}
        popover="auto"
        className={styles.menu}
        aria-label={t("account.menu")}
        onToggle={({ newState }) => setOpen(newState === "open")}
      >
        {isIn ? (
          <Own name={data?.account.username} count={count} isOpen={isOpen} onChoose={close} />
        ) : (
          <Visitor onChoose={close} />
        )}
      </nav>
    </>
  );
}

interface OwnProps {
  name: string | undefined;
  count: number;
  isOpen: boolean;
  onChoose: () => void;
}

function Own({ name, count, isOpen, onChoose }: OwnProps) {
  const { data: tasks } = useQuery({ ...tasksQuery(), enabled: isOpen, staleTime: 0 });
  const hasPending = tasks !== undefined && tasks.dms > 0;
  return (
    <>
      {name === undefined ? null : (
        <p className={styles.name}>
          <bdi translate="no">{name}</bdi>
        </p>
      )}
      <ul className={styles.list}>
        <Item onClick={onChoose} to="/account" icon="account">
          {t("account.title")}
        </Item>
        <Item onClick={onChoose} to="/account/favorites/artists" icon="star">
          {t("account.favorites")}
          <Count of={useFavoriteNews()} />
        </Item>
        <Item onClick={onChoose} to="/account/notifications" icon="message">
          {t("account.notifications")}
          <Count of={count} />
        </Item>
        <Item onClick={onChoose} to="/account/review_dms" icon="posts" isAlert={hasPending}>
          {t("dmReview.title")}
          {hasPending ? <span className={styles.hint}>{t("dmReview.waiting")}</span> : null}
        </Item>
        {queuesOf(tasks).map(({ to, icon, label, count = 0 }) => (
          <Item key={to} onClick={onChoose} to={to} icon={icon}>
            {t(label)}
            <Count of={count} />
          </Item>
        ))}
        <Item onClick={onChoose} to="/authentication/logout" icon="enter">
          {t("account.logout")}
        </Item>
      </ul>
    </>
  );
}

const Count = ({ of }: { of: number }) =>
  of === 0 ? null : <span className={styles.badge}>{formatNumber(of)}</span>;

function Visitor({ onChoose }: { onChoose: () => void }) {
  const location = useLocation({
    select: ({ href, pathname }) => (pathname.startsWith("/authentication/") ? undefined : href),
  });
  return (
    <ul className={styles.list}>
      <Item onClick={onChoose} to="/account/favorites/artists" icon="star">
        {t("account.favorites")}
      </Item>
      <Item onClick={onChoose} to="/authentication/login" search={{ location }} icon="enter">
        {t("navigation.login")}
      </Item>
      {site().login.password ? (
        <Item onClick={onChoose} to="/authentication/register" search={{ location }} icon="account">
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
  onClick: () => void;
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
