import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import styles from "./Redirect.module.css";

export interface Target {
  service: string;
  creator: string;
  /** Undefined for the creator's page. */
  post?: string;
}

/** Redirects once the target is loaded, replacing the current history entry. */
export function Redirect<K extends QueryKey>({
  query,
  title,
}: {
  query: UseQueryOptions<Target, Error, Target, K>;
  title: string;
}) {
  const { data: target, error, isFetching, refetch } = useQuery(query);
  if (error !== null && !isFetching) return <Failure error={error} isPage onRetry={() => void refetch()} />;
  return (
    <div className={page.page} role="status">
      <PageHeading title={title} />
      <p className={page.note}>{t("redirect.loading")}</p>
      <div className={`${styles.ghost} ${page.skeleton}`} />
      {target === undefined ? null : <Forward target={target} />}
    </div>
  );
}

function Forward({ target: { service, creator: id, post } }: { target: Target }) {
  return post === undefined ? (
    <Navigate to="/$service/user/$id" params={{ service, id }} replace />
  ) : (
    <Navigate to="/$service/user/$id/post/$post" params={{ service, id, post }} replace />
  );
}
