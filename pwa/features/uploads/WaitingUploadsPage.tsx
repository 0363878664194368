import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { getWaitingFile, getWaitingPreview } from "#shared/contracts/uploads.ts";
import type { WaitingUpload } from "#shared/entities/upload.ts";
import { typeOfMedia } from "#shared/rules/file-types.ts";
import { MAX_REFUSAL } from "#shared/rules/uploads.ts";
import { addressOf } from "../../api/call.ts";
import { Loaded } from "../../api/Loaded.tsx";
import { t } from "../../i18n/index.ts";
import { Rich } from "../../i18n/Rich.tsx";
import { formatSize } from "../../lib/sizes.ts";
import { flash } from "../../lib/toast.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { useQueueFocus } from "../../ui/use-queue-focus.ts";
import { useDecision, waitingQuery } from "./api.ts";
import { refusalText } from "./messages.ts";
import styles from "./Uploads.module.css";

/** `/account/moderator/tasks/uploads`: files pending review, oldest first. */
export function WaitingUploadsPage() {
  const query = useQuery(waitingQuery());
  const decision = useDecision();
  const list = useRef<HTMLUListElement>(null);
  useQueueFocus(list);
  const decide = (upload: WaitingUpload, reason?: string) =>
    decision.mutate(
      { upload, ...(reason !== undefined && { reason }) },
      {
        onSuccess: () =>
          flash({ text: t("uploads.done", { decision: reason === undefined ? "approved" : "refused" }) }),
      },
    );
  return (
    <div className={page.page}>
      <PageHeading title={t("uploads.waiting")} />
      <p className={styles.problem} role="alert">
        {decision.error === null ? null : refusalText(decision.error)}
      </p>
      <Loaded query={query} label={t("uploads.loading")} skeleton={styles.ghost}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState isDone message={t("uploads.noneWaiting")} />
          ) : (
            <ul ref={list} className={styles.waiting} aria-label={t("uploads.waiting")}>
              {data.map((one) => (
                <Waiting key={one.id} upload={one} isBusy={decision.isPending} onDecide={decide} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

interface WaitingProps {
  upload: WaitingUpload;
  isBusy: boolean;
  onDecide: (upload: WaitingUpload, reason?: string) => void;
}

function Waiting({ upload, isBusy, onDecide }: WaitingProps) {
  const { id, service, user, creator, name, title, size, mime, scan, by, created_at } = upload;
  const [reason, setReason] = useState("");
  const [preview, setPreview] = useState<"closed" | "open" | "failed">("closed");
  const refuse = (event: FormEvent) => {
    event.preventDefault();
    onDecide(upload, reason.trim());
  };
  return (
    <li className={styles.card}>
      <p>
        <bdi className={styles.name}>{name}</bdi> · {formatSize(size)} · <bdi>{mime}</bdi>
      </p>
      <p>
        <Link to="/$service/user/$id" params={{ service, id: user }}>
          <bdi>{creator}</bdi>
        </Link>{" "}
        · <bdi>{title}</bdi>
      </p>
      <p className={styles.soft}>
        {by === null ? (
          t("uploads.byNobody")
        ) : (
          <Rich id="uploads.by" values={{ name: by }} tags={{ name: (name) => <bdi>{name}</bdi> }} />
        )}{" "}
        · <DateText iso={created_at} show="moment" /> · {t("uploads.scan", { scan })}
      </p>
      {preview === "open" ? (
        <img
          className={styles.preview}
          src={addressOf(getWaitingPreview.path, { id })}
          alt={t("uploads.previewOf", { name })}
          onError={() => setPreview("failed")}
        />
      ) : preview === "failed" ? (
        <p role="alert">{t("uploads.noPreview")}</p>
      ) : null}
      <p className={styles.buttons}>
        {typeOfMedia(mime)?.thumbnail === true ? (
          <button
            type="button"
            className={button.button}
            aria-label={t("uploads.previewOf", { name })}
            aria-pressed={preview === "open"}
            onClick={() => setPreview(preview === "open" ? "closed" : "open")}
          >
            {t("uploads.preview")}
          </button>
        ) : null}
        <a
          href={addressOf(getWaitingFile.path, { id })}
          target="_blank"
          rel="noreferrer"
          className={button.button}
        >
          {t("uploads.open")}
        </a>
        <button
          type="button"
          className={`${button.button} ${button.primary}`}
          aria-label={t("uploads.approveNamed", { name })}
          disabled={isBusy}
          onClick={() => onDecide(upload)}
        >
          {t("uploads.approve")}
        </button>
      </p>
      <form className={styles.form} onSubmit={refuse}>
        <Field
          label={t("uploads.reason")}
          name="reason"
          required
          maxLength={MAX_REFUSAL}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <p className={styles.buttons}>
          <button
            type="submit"
            className={button.button}
            aria-label={t("uploads.refuseNamed", { name })}
            disabled={isBusy || reason.trim() === ""}
          >
            {t("uploads.refuse")}
          </button>
        </p>
      </form>
    </li>
  );
}
