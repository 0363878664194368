import { useState } from "react";
import type { PendingDm } from "#shared/entities/dm.ts";
import type { ReviewStatus } from "#shared/rules/dm-review.ts";
import { errorMessage } from "../../../api/messages.ts";
import { t } from "../../../i18n/index.ts";
import { type Flash, flash } from "../../../lib/toast.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { type Move, useMove, useReview } from "./api.ts";
import styles from "./Review.module.css";

/** Shows a notice once a decision has succeeded, also if its messages have left the list by then; ReviewActions shows errors. */
function announce(decision: Promise<unknown>, notice: Flash): void {
  decision.then(
    () => flash(notice),
    () => {},
  );
}

interface ReviewActionsProps {
  status: ReviewStatus;
  dms: readonly PendingDm[];
  selected: ReadonlySet<string>;
}

/** Actions on the selected and the other messages. */
export function ReviewActions({ status, dms, selected }: ReviewActionsProps) {
  const [isNoneChosen, setNoneChosen] = useState(false);
  const [withOthers, setWithOthers] = useState(status === "pending");
  const [isDeleting, setDeleting] = useState(false);
  const review = useReview();
  const move = useMove();
  const isBusy = review.isPending || move.isPending;
  const error = review.error ?? move.error;
  const unselected = dms.map(({ hash }) => hash).filter((hash) => !selected.has(hash));
  // Messages without a creator in the archive stay pending.
  const approved = dms
    .filter(({ hash, artist }) => selected.has(hash) && artist !== null)
    .map(({ hash }) => hash);
  const approve = () => {
    setNoneChosen(approved.length === 0);
    if (approved.length === 0) return;
    const isPending = status === "pending";
    const ignored = isPending && withOthers ? unselected : [];
    const text = t("dmReview.approved", { count: approved.length, ignored: ignored.length });
    announce(review.mutateAsync({ approved, ignored, deleteIgnored: !isPending && withOthers }), { text });
  };
  const moveTo = (change: Move) => {
    setNoneChosen(change.hashes.length === 0);
    if (change.hashes.length === 0) return;
    const back: ReviewStatus = change.status === "ignored" ? "pending" : "ignored";
    const text = t("dmReview.moved", { count: change.hashes.length, status: change.status });
    const undo = () => move.mutate({ hashes: change.hashes, status: back });
    announce(move.mutateAsync(change), { text, undo });
  };
  return (
    <div className={styles.actions} aria-busy={isBusy}>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={withOthers}
          onChange={(event) => setWithOthers(event.target.checked)}
        />
        {t("dmReview.withOthers", { status, count: unselected.length })}
      </label>
      <p className={styles.problem} role="alert">
        {isNoneChosen ? t("dmReview.noneChosen") : error === null ? null : errorMessage(error)}
      </p>
      <p className={styles.buttons}>
        <button
          type="button"
          className={`${button.button} ${button.primary}`}
          disabled={isBusy}
          onClick={approve}
        >
          {t("dmReview.approve", { count: approved.length })}
        </button>
        <button
          type="button"
          className={button.button}
          disabled={isBusy}
          onClick={() =>
            moveTo({ hashes: [...selected], status: status === "pending" ? "ignored" : "pending" })
          }
        >
          {t("dmReview.move", { status })}
        </button>
        {status === "pending" ? null : (
          <button type="button" className={button.button} disabled={isBusy} onClick={() => setDeleting(true)}>
            {t("dmReview.deleteIgnored")}
          </button>
        )}
      </p>
      {isDeleting ? (
        <DeleteDialog
          onDelete={() => {
            setDeleting(false);
            announce(review.mutateAsync({ approved: [], ignored: [], deleteIgnored: true }), {
              text: t("dmReview.deleted"),
            });
          }}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </div>
  );
}

function DeleteDialog({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  return (
    <Dialog title={t("dmReview.deleteIgnored")} onClose={onClose}>
      <p>{t("dmReview.deleteNote")}</p>
      <p className={styles.buttons}>
        <button type="button" className={`${button.button} ${button.primary}`} onClick={onDelete}>
          {t("dmReview.delete")}
        </button>
        <button type="button" className={button.button} onClick={onClose}>
          {t("dmReview.cancel")}
        </button>
      </p>
    </Dialog>
  );
}
