import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isAllowed } from "#shared/rules/roles.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { DateText } from "../../ui/DateText.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { useFavoriteNews } from "../favorites/news.ts";
import styles from "./Account.module.css";
import { accountQuery } from "./api.ts";
import { DuplicateWarning } from "./DuplicateWarning.tsx";
import { tasksQuery } from "./moderator-tasks.ts";

/** `/account`: facts of the account, and links to its pages and tasks. */
export function AccountPage() {
  const { data, error, refetch } = useQuery(accountQuery());
  const news = useFavoriteNews();
  if (error !== null && data === undefined)
    return <Failure error={error} isPage onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div className={page.page} role="status" aria-label={t("account.loading")}>
        <div className={`${styles.ghost} ${page.skeleton}`} />
        <div className={`${styles.ghost} ${page.skeleton}`} />
      </div>
    );
  const { account, notifications_count: count } = data;
  return (
    <div className={page.page}>
      <PageHeading title={t("account.title")} />
      <DuplicateWarning />
      <dl className={styles.facts}>
        <dt>{t("account.username")}</dt>
        <dd>
          <bdi translate="no">{account.username}</bdi>
        </dd>
        <dt>{t("account.role")}</dt>
        <dd>{t("account.roleName", { role: account.role })}</dd>
        <dt>{t("account.since")}</dt>
        <dd>
          <DateText iso={account.created_at} />
        </dd>
      </dl>
      <Group title={t("account.favorites")}>
        <Row
          to="/account/favorites/artists"
          note={news === 0 ? undefined : t("favorites.withNew", { count: news })}
        >
          {t("account.favoriteCreators")}
        </Row>
        <Row to="/account/favorites/new">{t("catchUp.title")}</Row>
        <Row to="/account/favorites/posts">{t("account.favoritePosts")}</Row>
        <Row to="/account/favorites/export">{t("account.exportFavorites")}</Row>
      </Group>
      <Group title={t("account.title")}>
        <Row to="/account/notifications" note={count === 0 ? undefined : t("account.newCount", { count })}>
          {t("account.notifications")}
        </Row>
        <Row to="/account/change_username">{t("account.changeUsername")}</Row>
        <Row to="/account/change_password">{t("account.changePassword")}</Row>
        <Row to="/account/passkeys">{t("account.passkeys")}</Row>
        <Row to="/account/recovery_codes">{t("account.recoveryCodes")}</Row>
        <Row to="/account/sessions">{t("account.sessions")}</Row>
        <Row to="/account/sync">{t("sync.title")}</Row>
        <Row to="/account/data">{t("account.data")}</Row>
        <Row to="/account/review_dms">{t("dmReview.title")}</Row>
        <Row to="/account/posts/upload">{t("uploads.own")}</Row>
        <Row to="/account/keys">{t("importer.keys.title")}</Row>
        <Row to="/importer">{t("importer.title")}</Row>
        <Row to="/authentication/logout">{t("account.logout")}</Row>
      </Group>
      {isAllowed("moderator", account.role) ? <ModeratorGroup /> : null}
      {isAllowed("administrator", account.role) ? (
        <Group title={t("administration.title")}>
          <Row to="/account/administrator/accounts">{t("administration.accounts")}</Row>
          <Row to="/account/administrator/takedowns">{t("takedownAdmin.title")}</Row>
          <Row to="/account/administrator/imports">{t("importer.queue.title")}</Row>
          <Row to="/account/administrator/downloads">{t("downloads.title")}</Row>
          <Row to="/account/administrator/files">{t("administration.files")}</Row>
          <Row to="/account/administrator/audit">{t("administration.audit")}</Row>
        </Group>
      ) : null}
    </div>
  );
}

function ModeratorGroup() {
  const { data } = useQuery(tasksQuery());
  const { flags = 0, creator_links: links = 0, takedown_requests: requests = 0, uploads = 0 } = data ?? {};
  return (
    <Group title={t("moderation.title")}>
      <Row
        to="/account/moderator/flags"
        note={flags === 0 ? undefined : t("moderation.flagsOpen", { count: flags })}
      >
        {t("moderation.flags")}
      </Row>
      <Row
        to="/account/moderator/tasks/creator_links"
        note={links === 0 ? undefined : t("moderation.flagsOpen", { count: links })}
      >
        {t("creatorLinks.requests")}
      </Row>
      <Row
        to="/account/moderator/takedown_requests"
        note={requests === 0 ? undefined : t("takedownRequests.open", { count: requests })}
      >
        {t("takedownRequests.list")}
      </Row>
      <Row
        to="/account/moderator/tasks/uploads"
        note={uploads === 0 ? undefined : t("moderation.flagsOpen", { count: uploads })}
      >
        {t("uploads.waiting")}
      </Row>
      <Row to="/account/moderator/actions">{t("moderation.actions")}</Row>
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

function Row({
  to,
  note,
  children,
}: {
  to: NonNullable<LinkProps["to"]>;
  note?: string | undefined;
  children: string;
}) {
  return (
    <li>
      <Link to={to} preload={false} className={styles.row}>
        <span>{children}</span>
        {note === undefined ? null : <span className={styles.small}>{note}</span>}
      </Link>
    </li>
  );
}
