import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Upload } from "#shared/entities/upload.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { formatSize } from "../../lib/sizes.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { ownUploadsQuery, useWithdraw } from "./api.ts";
import { reasonText, refusalText } from "./messages.ts";
import { SendList } from "./SendList.tsx";
import { uploads } from "./sender.ts";
import styles from "./Uploads.module.css";

/** `/account/posts/upload`: status of the visitor's own uploads. */
export function OwnUploadsPage() {
  const { data, error, refetch } = useQuery(ownUploadsQuery());
  const withdraw = useWithdraw();
  // Uploads that continue on this page are listed above.
  const { rows } = uploads.state.use();
  const shown = data?.filter(({ id, state }) => state !== "receiving" || !rows.some((row) => row.id === id));
  return (
    <div className={page.page}>
      <PageHeading title={t("uploads.own")} />
      <SendList />
      <p className={styles.problem} role="alert">
        {withdraw.error === null ? null : refusalText(withdraw.error)}
      </p>
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : shown === undefined ? (
        <div role="status" aria-label={t("uploads.loading")}>
          <div className={`${styles.ghost} ${page.skeleton}`} />
        </div>
      ) : shown.length === 0 ? (
        rows.length > 0 ? null : (
          <EmptyState message={t("uploads.none")} />
        )
      ) : (
        <ul className={styles.list} aria-label={t("uploads.own")}>
          {shown.map((one) => (
            <Row
              key={one.id}
              upload={one}
              isBusy={withdraw.isPending}
              onDelete={() => withdraw.mutate(one.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface RowProps {
  upload: Upload;
  isBusy: boolean;
  onDelete: () => void;
}

function Row({ upload, isBusy, onDelete }: RowProps) {
  const { name, size, state, share, creator, service, user, created_at } = upload;
  const reason = reasonText(upload);
  const isPublished = state === "published";
  return (
    <li className={styles.row}>
      {isPublished ? (
        <Link to="/share/{-$id}" params={{ id: share }} className={styles.name}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi className={styles.name}>{name}</bdi>
      )}
      <Link to="/$service/user/$id" params={{ service, id: user }}>
        <bdi>{creator}</bdi>
      </Link>
      <span className={styles.soft}>
        {formatSize(size)} · <DateText iso={created_at} show="moment" />
      </span>
      <span>{t("uploads.serverState", { state })}</span>
      {reason === null ? null : <span dir="auto">{reason}</span>}
      {isPublished || state === "publishing" ? null : (
        <button
          type="button"
          className={button.button}
          aria-label={t("uploads.removeNamed", { name })}
          disabled={isBusy}
          onClick={onDelete}
        >
          {t("uploads.remove")}
        </button>
      )}
    </li>
  );
}
