import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { deleteDownload, importDownload, scanDownload } from "#shared/contracts/downloads.ts";
import type { DownloadImport } from "#shared/entities/download-import.ts";
import type { Rating } from "#shared/rules/ratings.ts";
import { call } from "../../../api/call.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { deviceZone } from "../../../lib/device-zone.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { refusalText } from "../../account/messages.ts";
import { DOWNLOADS_KEY, downloadQuery } from "./api.ts";
import styles from "./Downloads.module.css";
import { FolderDrop } from "./FolderDrop.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import { ImportResult } from "./ImportResult.tsx";
import { PreviewForm } from "./PreviewForm.tsx";
import { SendProgress } from "./SendProgress.tsx";
import { sender } from "./sender.ts";

/** `/account/administrator/downloads/:download`: one import, from sending files to the result. */
export function DownloadPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(downloadQuery(id));
  const sending = sender.state.use();
  const isSent = sending.id === id && sending.status === "sent";
  useEffect(() => {
    if (isSent) void refetch(); // scanning has started
  }, [isSent, refetch]);
  if (error !== null && data === undefined)
    return <Failure error={error} isPage onRetry={() => void refetch()} />;
  return (
    <div className={page.page}>
      <PageHeading title={t("downloads.title")} />
      {data === undefined ? (
        <div role="status" aria-label={t("downloads.loadingOne")}>
          <div className={`${styles.ghost} ${page.skeleton}`} />
        </div>
      ) : sending.id === id && !isSent ? (
        <SendProgress state={sending} onContinue={() => sender.continue()} />
      ) : (
        <Step data={data} />
      )}
      {data === undefined ? null : <Actions data={data} />}
    </div>
  );
}

/** Content for the current state. */
function Step({ data }: { data: DownloadImport }) {
  const { id, state } = data;
  const client = useQueryClient();
  const update = useMutation({
    mutationFn: (work: () => Promise<DownloadImport>) => work(),
    onError: noteEndedSession,
    onSuccess: (next) => client.setQueryData(downloadQuery(id).queryKey, next),
  });
  const problem = update.error === null ? null : refusalText(update.error);
  // The query still has the state from before the files were sent.
  if (state === "receiving" && sender.state.get().id !== id) return <Interrupted id={id} />;
  if (state === "receiving" || state === "scanning" || state === "importing")
    return <ImportProgress data={data} />;
  const start = (rating?: Rating) =>
    update.mutate(() => call(importDownload, { params: { id }, query: { rating } }));
  if (state === "done" || state === "failed")
    return <ImportResult data={data} isBusy={update.isPending} onRepeat={() => start()} />;
  return (
    <PreviewForm
      key={data.zone}
      data={data}
      isBusy={update.isPending}
      problem={problem}
      onImport={start}
      onUpdate={(body) => update.mutate(() => call(scanDownload, { params: { id }, body }))}
    />
  );
}

/** Shown after the page was closed while sending: the browser no longer has the files. */
function Interrupted({ id }: { id: string }) {
  const { mutate, error } = useMutation({
    mutationFn: (chosen: Parameters<typeof sender.send>[0]) => sender.send(chosen, deviceZone(), id),
  });
  return (
    <>
      <p>{t("downloads.interrupted")}</p>
      <FolderDrop onChosen={mutate} />
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
    </>
  );
}

function Actions({ data: { id, state } }: { data: DownloadImport }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      if (sender.state.get().id === id) sender.cancel();
      await call(deleteDownload, { params: { id } });
    },
    onError: noteEndedSession,
    onSuccess: async () => {
      await navigate({ to: "/account/administrator/downloads" });
      client.removeQueries({ queryKey: downloadQuery(id).queryKey });
      await client.invalidateQueries({ queryKey: DOWNLOADS_KEY });
    },
  });
  const isOver = state === "done" || state === "failed";
  return (
    <>
      <div className={styles.actions}>
        <Link to="/account/administrator/downloads" className={button.button}>
          {t("downloads.all")}
        </Link>
        <button type="button" className={button.button} disabled={isPending} onClick={() => mutate()}>
          {t(isOver ? "downloads.remove" : "downloads.cancel")}
        </button>
      </div>
      {isOver ? null : <p className={styles.soft}>{t("downloads.cancelNote")}</p>}
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
    </>
  );
}
