import { useEffect, useId, useRef, useState } from "react";
import { t } from "../../i18n/index.ts";
import { ZipRun } from "./client.ts";
import type { ZipProps } from "./plan.ts";
import type { ZipJob } from "./worker-api.ts";
import styles from "./Zip.module.css";
import { ZipChoice } from "./ZipChoice.tsx";
import { ZipStatus } from "./ZipStatus.tsx";

/** Asks what goes into the ZIP, then shows how it comes along. */
export function ZipDialog({ onClose, ...props }: ZipProps & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [begun, setBegun] = useState<{ run: ZipRun; job: ZipJob; fileName: string }>();
  const id = useId();
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  useEffect(
    () => () => {
      begun?.run.cancel();
      begun?.run.release();
    },
    [begun],
  );
  const begin = (job: ZipJob, fileName: string) => setBegun({ run: new ZipRun(job), job, fileName });
  const isBusy = () => ["running", "paused"].includes(begun?.run.view.get().stage ?? "");
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      // Escape does not cancel a long job; there is a button for it.
      onCancel={(event) => isBusy() && event.preventDefault()}
      onClose={onClose}
    >
      <h2 id={id}>{t("zip.title")}</h2>
      {begun === undefined ? (
        <ZipChoice {...props} onBegin={begin} onClose={() => dialog.current?.close()} />
      ) : (
        <ZipStatus {...begun} onBack={() => setBegun(undefined)} onClose={() => dialog.current?.close()} />
      )}
    </dialog>
  );
}
