import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { NOTIFICATION_TYPES, type Notification } from "#shared/entities/notification.ts";
import { ROLES } from "#shared/rules/roles.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { accountQuery, notificationsQuery } from "./api.ts";
import { PushSection } from "./push/PushSection.tsx";

const SKELETONS = [0, 1, 2];

/** `/account/notifications`. The response marks all as seen, and says which were new. */
export function NotificationsPage() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(notificationsQuery());
  useEffect(() => {
    if (data !== undefined) void client.invalidateQueries({ queryKey: accountQuery().queryKey });
  }, [client, data]);
  return (
    <div className={page.page}>
      <PageHeading title={t("account.notifications")} />
      <PushSection />
      <p className={styles.links}>
        <Link to="/account/favorites/new">{t("catchUp.title")}</Link>
      </p>
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className={styles.list} role="status" aria-label={t("account.loadingNotifications")}>
          {SKELETONS.map((index) => (
            <div key={index} className={`${styles.ghost} ${page.skeleton}`} />
          ))}
        </div>
      ) : data.length === 0 ? (
        <EmptyState isDone message={t("account.noNotifications")} />
      ) : (
        <ul className={styles.list}>
          {data.map((one) => (
            <li key={one.id} className={styles.row} data-new={one.isSeen ? undefined : true}>
              <span>{textOf(one)}</span>
              {one.isSeen ? null : <span className={styles.small}>{t("account.new")}</span>}
              <span className={styles.small}>
                <DateText iso={one.created_at} show="moment" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const KINDS = Object.fromEntries(Object.entries(NOTIFICATION_TYPES).map(([kind, type]) => [type, kind]));

function textOf({ type, extra_info: info }: Notification): string {
  const role = (name: string | undefined) =>
    ROLES.some((known) => known === name) ? t("account.roleName", { role: name ?? "" }) : (name ?? "");
  return t("account.notification", {
    kind: KINDS[type] ?? "other",
    old: role(info?.["old_role"]),
    new: role(info?.["new_role"]),
    decision: info?.["decision"] ?? "",
    name: info?.["name"] ?? "",
    reason: info?.["reason"] ?? "",
  });
}
