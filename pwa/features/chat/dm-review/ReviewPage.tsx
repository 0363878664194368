import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { REVIEW_STATUSES, type ReviewStatus } from "#shared/rules/dm-review.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { pendingDmsQuery } from "./api.ts";
import styles from "./Review.module.css";
import { ReviewForm } from "./ReviewForm.tsx";

/** `/account/review_dms`: imported DMs that only their account sees until it approves them. */
export function ReviewPage({ status: raw = "pending" }: { status: string | undefined }) {
  const status = REVIEW_STATUSES.find((one) => one === raw);
  return (
    <div className={page.page}>
      <PageHeading title={t("dmReview.title")} />
      <p className={styles.soft}>{t("dmReview.note")}</p>
      <Tabs />
      {status === undefined ? (
        <EmptyState message={t("dmReview.unknownStatus")} />
      ) : (
        <Review key={status} status={status} />
      )}
    </div>
  );
}

function Tabs() {
  return (
    <nav className={styles.tabs} aria-label={t("dmReview.title")}>
      {REVIEW_STATUSES.map((status) => (
        <Link
          key={status}
          to="/account/review_dms"
          search={status === "pending" ? {} : { status }}
          className={styles.tab}
          preload={false}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t("dmReview.status", { status })}
        </Link>
      ))}
    </nav>
  );
}

function Review({ status }: { status: ReviewStatus }) {
  const { data, error, refetch } = useQuery(pendingDmsQuery(status));
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div role="status" aria-label={t("dmReview.loading")}>
        <div className={`${styles.ghost} ${page.skeleton}`} />
      </div>
    );
  if (data.dms.length === 0)
    return status === "pending" ? (
      <EmptyState isDone message={t("dmReview.nonePending")} />
    ) : (
      <EmptyState message={t("dmReview.noneIgnored")} />
    );
  return <ReviewForm status={status} count={data.count} dms={data.dms} />;
}
