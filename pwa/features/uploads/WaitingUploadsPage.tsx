import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { getWaitingFile, getWaitingPreview } from "#shared/contracts/uploads.ts";
import type { WaitingUpload } from "#shared/entities/upload.ts";
import { typeOfMedia } from "#shared/rules/file-types.ts";
import { MAX_REFUSAL } from "#shared/rules/uploads.ts";
import { addressOf } from "../../api/call.ts";
import { Loaded } from "../../api/Loaded.tsx";
import { t } from "../../i18n/index.ts";
import { Rich } from "../../i18n/Rich.tsx";
import { formatSize } from "../../lib/sizes.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { Queue, type QueueAction } from "../moderation/queue/Queue.tsx";
import { decideUpload, useRefetchWaiting, waitingQuery } from "./api.ts";
import { refusalText } from "./messages.ts";
import styles from "./Uploads.module.css";

/** `/account/moderator/tasks/uploads`: files pending review, oldest first. */
export function WaitingUploadsPage() {
  const query = useQuery(waitingQuery());
  const refetch = useRefetchWaiting();
  return (
    <div className={page.page}>
      <PageHeading title={t("uploads.waiting")} />
      <Loaded query={query} label={t("uploads.loading")} skeleton={styles.ghost}>
        {(data) => (
          <Queue
            label={t("uploads.waiting")}
            items={data}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            actionsOf={() => [APPROVE, REFUSE]}
            renderRow={(upload) => <Row upload={upload} />}
            renderDetails={(upload) => <Details key={upload.id} upload={upload} />}
            empty={<EmptyState isDone message={t("uploads.noneWaiting")} />}
            note={{ label: t("uploads.reason"), maxLength: MAX_REFUSAL }}
            problemOf={refusalText}
            onDecided={refetch}
          />
        )}
      </Loaded>
    </div>
  );
}

/** Without undo: a file is published at once, a refused one is deleted. */
const APPROVE: QueueAction<WaitingUpload> = {
  shortcut: "approve",
  get label() {
    return t("uploads.approve");
  },
  nameOf: ({ name }) => t("uploads.approveNamed", { name }),
  done: (count) => t("uploads.done", { decision: "approved", count }),
  decide: (upload) => decideUpload(upload),
};
const REFUSE: QueueAction<WaitingUpload> = {
  shortcut: "reject",
  get label() {
    return t("uploads.refuse");
  },
  nameOf: ({ name }) => t("uploads.refuseNamed", { name }),
  done: (count) => t("uploads.done", { decision: "refused", count }),
  needsNote: true,
  decide: (upload, reason) => decideUpload(upload, reason.trim()),
};

function Row({ upload: { name, size, creator, scan } }: { upload: WaitingUpload }) {
  return (
    <span className={styles.summary}>
      <bdi className={styles.name}>{name}</bdi>
      <span className={styles.soft}>
        <bdi>{creator}</bdi> · {formatSize(size)} · {t("uploads.scan", { scan })}
      </span>
    </span>
  );
}

function Details({ upload }: { upload: WaitingUpload }) {
  const { id, service, user, creator, name, title, mime, by, created_at: since } = upload;
  const [preview, setPreview] = useState<"closed" | "open" | "failed">("closed");
  return (
    <>
      <p>
        <Link to="/$service/user/$id" params={{ service, id: user }}>
          <bdi>{creator}</bdi>
        </Link>{" "}
        · <bdi>{title}</bdi> · <bdi>{mime}</bdi>
      </p>
      <p className={styles.soft}>
        {by === null ? (
          t("uploads.byNobody")
        ) : (
          <Rich id="uploads.by" values={{ name: by }} tags={{ name: (name) => <bdi>{name}</bdi> }} />
        )}{" "}
        · <DateText iso={since} show="moment" />
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
      </p>
    </>
  );
}
