import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { HttpError } from "../../../api/errors.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { statusQuery } from "./api.ts";
import styles from "./TakedownRequests.module.css";

/** `/dmca/status#secret`: status of a request, for anyone with the link. */
export function StatusPage() {
  const secret = useLocation({ select: ({ hash }) => hash });
  const { data, error, refetch } = useQuery({ ...statusQuery(secret), enabled: secret !== "" });
  const isUnknown = secret === "" || (error instanceof HttpError && error.status === 404);
  return (
    <div className={page.page}>
      <PageHeading title={t("takedownRequests.statusTitle")} />
      {isUnknown ? (
        <p>{t("takedownRequests.unknown")}</p>
      ) : error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div role="status" aria-label={t("takedownRequests.loading")}>
          <div className={`${styles.ghost} ${page.skeleton}`} />
        </div>
      ) : (
        <dl className={styles.facts}>
          <dt>{t("takedownRequests.kind")}</dt>
          <dd>{t("takedownRequests.kindName", { value: data.kind })}</dd>
          <dt>{t("takedownRequests.sentAt")}</dt>
          <dd>
            <DateText iso={data.created_at} show="moment" />
          </dd>
          <dt>{t("takedownRequests.state")}</dt>
          <dd>{t("takedownRequests.stateName", { value: data.state })}</dd>
          {data.answered_at === null ? null : (
            <>
              <dt>{t("takedownRequests.answeredAt")}</dt>
              <dd>
                <DateText iso={data.answered_at} show="moment" />
              </dd>
              <dt>{t("takedownRequests.answer")}</dt>
              <dd dir="auto" className={styles.text}>
                {data.answer === "" ? "–" : data.answer}
              </dd>
            </>
          )}
        </dl>
      )}
      <p>
        <Link to="/dmca" className={button.button}>
          {t("takedownRequests.rules")}
        </Link>
      </p>
    </div>
  );
}
