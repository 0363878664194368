import { useQuery } from "@tanstack/react-query";
import type { Account } from "#shared/entities/account.ts";
import { isAllowed } from "#shared/rules/roles.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { site } from "../../lib/site.ts";
import { DateText } from "../../ui/DateText.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { useFavoriteNews } from "../favorites/news.ts";
import styles from "./Account.module.css";
import { Group, Row } from "./AccountRows.tsx";
import { accountQuery, ownInvitationsQuery } from "./api.ts";
import { DuplicateWarning } from "./DuplicateWarning.tsx";
import { tasksQuery } from "./tasks.ts";

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
  const { login } = site();
  return (
    <div className={page.page}>
      <PageHeading title={t("account.title")} />
      <DuplicateWarning />
      <Identity {...account} />
      <Group title={t("account.favorites")}>
        <Row
          to="/account/favorites/artists"
          icon="creators"
          value={news === 0 ? undefined : t("favorites.withNew", { count: news })}
        >
          {t("account.favoriteCreators")}
        </Row>
        <Row to="/account/favorites/new" icon="clock">
          {t("catchUp.title")}
        </Row>
        <Row to="/account/favorites/posts" icon="star">
          {t("account.favoritePosts")}
        </Row>
        <Row to="/account/favorites/export" icon="files">
          {t("account.exportFavorites")}
        </Row>
      </Group>
      <Group title={t("account.contributions")}>
        <Row to="/importer" icon="import">
          {t("importer.title")}
        </Row>
        <Row to="/account/keys" icon="tag">
          {t("importer.keys.title")}
        </Row>
        <Row to="/account/review_dms" icon="message">
          {t("dmReview.title")}
        </Row>
        <Row to="/account/posts/upload" icon="up">
          {t("uploads.own")}
        </Row>
      </Group>
      <Group title={t("account.security")}>
        <Row to="/account/change_username" icon="account">
          {t("account.changeUsername")}
        </Row>
        {login.password ? (
          <Row to="/account/change_password" icon="lock">
            {t("account.changePassword")}
          </Row>
        ) : null}
        {login.providers.length > 0 ? (
          <Row to="/account/single_sign_on" icon="enter">
            {t("account.singleSignOn")}
          </Row>
        ) : null}
        <Row to="/account/passkeys" icon="key">
          {t("account.passkeys")}
        </Row>
        {login.password ? (
          <Row to="/account/recovery_codes" icon="codes">
            {t("account.recoveryCodes")}
          </Row>
        ) : null}
        <Row to="/account/sessions" icon="devices">
          {t("account.devicesAndTokens")}
        </Row>
        <Row to="/account/guest_links" icon="link">
          {t("guest.links")}
        </Row>
        {isAllowed("administrator", account.role) ? null : <InvitationsRow />}
      </Group>
      <Group title={t("account.devices")}>
        <Row
          to="/account/notifications"
          icon="bell"
          value={count === 0 ? undefined : t("account.newCount", { count })}
        >
          {t("account.notifications")}
        </Row>
        <Row to="/account/sync" icon="sync">
          {t("sync.title")}
        </Row>
        <Row to="/account/data" icon="file">
          {t("account.data")}
        </Row>
        <Row to="/authentication/logout" icon="enter">
          {t("account.logout")}
        </Row>
      </Group>
      {isAllowed("moderator", account.role) ? <ModeratorGroup /> : null}
      {isAllowed("administrator", account.role) ? <AdministratorGroup /> : null}
    </div>
  );
}

/** Name, role and age of the account. */
function Identity({ username, role, created_at: since }: Account) {
  return (
    <div className={styles.identity}>
      <span className={styles.initial} aria-hidden translate="no">
        {[...username][0]?.toUpperCase()}
      </span>
      <div>
        <p className={styles.username}>
          <bdi translate="no">{username}</bdi>
        </p>
        <p className={styles.small}>
          {t("account.roleName", { role })} · {t("account.since")} <DateText iso={since} />
        </p>
      </div>
    </div>
  );
}

/** Nothing if only administrators may invite. */
function InvitationsRow() {
  const { data } = useQuery(ownInvitationsQuery());
  if (data?.allowed !== true) return null;
  return (
    <Row to="/account/invitations" icon="account">
      {t("administration.invitations")}
    </Row>
  );
}

function ModeratorGroup() {
  const { data } = useQuery(tasksQuery());
  const {
    flags = 0,
    creator_links: links = 0,
    takedown_requests: requests = 0,
    uploads = 0,
  } = data?.moderation ?? {};
  return (
    <Group title={t("moderation.title")}>
      <Row
        to="/account/moderator/flags"
        icon="flag"
        value={flags === 0 ? undefined : t("moderation.flagsOpen", { count: flags })}
      >
        {t("moderation.flags")}
      </Row>
      <Row
        to="/account/moderator/tasks/creator_links"
        icon="link"
        value={links === 0 ? undefined : t("moderation.flagsOpen", { count: links })}
      >
        {t("creatorLinks.requests")}
      </Row>
      <Row
        to="/account/moderator/takedown_requests"
        icon="trash"
        value={requests === 0 ? undefined : t("takedownRequests.open", { count: requests })}
      >
        {t("takedownRequests.list")}
      </Row>
      <Row
        to="/account/moderator/tasks/uploads"
        icon="up"
        value={uploads === 0 ? undefined : t("moderation.flagsOpen", { count: uploads })}
      >
        {t("uploads.waiting")}
      </Row>
      <Row to="/account/moderator/actions" icon="list">
        {t("moderation.actions")}
      </Row>
    </Group>
  );
}

function AdministratorGroup() {
  return (
    <Group title={t("administration.title")}>
      <Row to="/account/administrator/start" icon="check">
        {t("start.title")}
      </Row>
      <Row to="/account/administrator/accounts" icon="creators">
        {t("administration.accounts")}
      </Row>
      <Row to="/account/administrator/groups" icon="eyeOff">
        {t("groups.title")}
      </Row>
      <Row to="/account/administrator/takedowns" icon="trash">
        {t("takedownAdmin.title")}
      </Row>
      <Row to="/account/administrator/imports" icon="import">
        {t("importer.queue.title")}
      </Row>
      <Row to="/account/administrator/downloads" icon="files">
        {t("downloads.title")}
      </Row>
      <Row to="/account/administrator/missing" icon="list">
        {t("missing.title")}
      </Row>
      <Row to="/account/administrator/files" icon="file">
        {t("administration.files")}
      </Row>
      <Row to="/account/administrator/duplicates" icon="files">
        {t("duplicates.title")}
      </Row>
      <Row to="/account/administrator/audit" icon="list">
        {t("administration.audit")}
      </Row>
    </Group>
  );
}
