import { useEffect, useState } from "react";
import { t } from "../../i18n/index.ts";
import { createStore, type ReadableStore } from "../../lib/create-store.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ZipRun, type ZipView } from "./client.ts";
import type { ZipProps } from "./plan.ts";
import type { ZipJob } from "./worker-api.ts";
import styles from "./Zip.module.css";
import { ZipChoice } from "./ZipChoice.tsx";
import { ZipStatus } from "./ZipStatus.tsx";

const NOT_BEGUN: ReadableStore<ZipView | undefined> = createStore(undefined);

/** Asks what goes into the ZIP, then shows its progress. */
export function ZipDialog({ onClose, ...props }: ZipProps & { onClose: () => void }) {
  const [begun, setBegun] = useState<{ run: ZipRun; job: ZipJob; fileName: string }>();
  useEffect(
    () => () => {
      begun?.run.cancel();
      begun?.run.release();
    },
    [begun],
  );
  const begin = (job: ZipJob, fileName: string) => setBegun({ run: new ZipRun(job), job, fileName });
  const stage = (begun?.run.view ?? NOT_BEGUN).use()?.stage;
  return (
    <Dialog
      className={styles.dialog}
      title={t("zip.title")}
      isLocked={stage === "running" || stage === "paused"} // a long job has a button to cancel it
      onClose={onClose}
    >
      {begun === undefined ? (
        <ZipChoice {...props} onBegin={begin} onClose={onClose} />
      ) : (
        <ZipStatus {...begun} onBack={() => setBegun(undefined)} onClose={onClose} />
      )}
    </Dialog>
  );
}
