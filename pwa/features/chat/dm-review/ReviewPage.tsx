import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { REVIEW_STATUSES, type ReviewStatus } from "#shared/rules/dm-review.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { pendingDmsQuery } from "./api.ts";
import styles from "./Review.module.css";
import { ReviewQueue } from "./ReviewQueue.tsx";

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
  const query = useQuery(pendingDmsQuery(status));
  return (
    <Loaded query={query} label={t("dmReview.loading")} skeleton={styles.ghost}>
      {({ count, dms }) => <ReviewQueue status={status} count={count} dms={dms} />}
    </Loaded>
  );
}
