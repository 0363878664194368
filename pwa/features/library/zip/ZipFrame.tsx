import { type ReactNode, useEffect, useState } from "react";
import { createStore, type ReadableStore } from "../../../lib/create-store.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ZipRun, type ZipView } from "./client.ts";
import type { ZipJob } from "./worker-api.ts";
import styles from "./Zip.module.css";
import { ZipStatus } from "./ZipStatus.tsx";

const NOT_STARTED: ReadableStore<ZipView | undefined> = createStore(undefined);

interface ZipFrameProps {
  title: string;
  onClose: () => void;
  /** Renders the form shown first. */
  choice: (onBegin: (job: ZipJob, fileName: string) => void) => ReactNode;
}

/** Choice of the contents, then the progress. */
export function ZipFrame({ title, choice, onClose }: ZipFrameProps) {
  const [begun, setBegun] = useState<{ run: ZipRun; job: ZipJob; fileName: string }>();
  useEffect(
    () => () => {
      begun?.run.cancel();
      begun?.run.release();
    },
    [begun],
  );
  const begin = (job: ZipJob, fileName: string) => setBegun({ run: new ZipRun(job), job, fileName });
  const stage = (begun?.run.view ?? NOT_STARTED).use()?.stage;
  return (
    <Dialog
      className={styles.dialog}
      title={title}
      isLocked={stage === "running" || stage === "paused"} // cancelled by a button only, as jobs may be long
      onClose={onClose}
    >
      {begun === undefined ? (
        choice(begin)
      ) : (
        <ZipStatus {...begun} onBack={() => setBegun(undefined)} onClose={onClose} />
      )}
    </Dialog>
  );
}
