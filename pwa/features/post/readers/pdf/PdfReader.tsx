import { type FormEvent, useRef, useState } from "react";
import { formatNumber, t } from "../../../../i18n/index.ts";
import { fileAddress } from "../../../../lib/file-address.ts";
import { useWakeLock } from "../../../../lib/secure-context/wake-lock.ts";
import { addDownloadToOwned } from "../../../../offline/owned-files/owned-files.ts";
import button from "../../../../ui/Button.module.css";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { ScreenIcon } from "../../../../ui/ScreenIcon.tsx";
import { keepPlaceInBook, placeInBook } from "../../../reading/places/store.ts";
import { useViewerKeys } from "../../viewer/use-viewer-keys.ts";
import viewer from "../../viewer/Viewer.module.css";
import common from "../Reader.module.css";
import { ReaderFailure } from "../ReaderFailure.tsx";
import type { ReaderProps } from "../reader.ts";
import { FindBar } from "./FindBar.tsx";
import styles from "./Pdf.module.css";
import { type Fit, PdfPages, type PdfPagesHandle } from "./PdfPages.tsx";
import { type PdfState, usePdf } from "./use-pdf.ts";

/** Pages that are shown; the rest of a longer file is only downloaded. */
const MAX_PAGES = 5_000;
const ZOOM_STEP = 0.25;
const MIN_ZOOM = 0.25;
const MAX_ZOOM = 4;
/** Pixels that an arrow key scrolls. */
const SCROLL = 80;

/** Full-window reader of a PDF: its pages below each other, taken up where they were left. */
export function PdfReader({ file, post, service, onClose }: ReaderProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pages = useRef<PdfPagesHandle>(null);
  const { state, reopen } = usePdf(fileAddress(file));
  const [index, setIndex] = useState(() => placeInBook(file.path)?.at ?? 0);
  const [zoom, setZoom] = useState(1);
  const [fit, setFit] = useState<Fit>("width");
  const [finding, setFinding] = useState<{ query: string } | undefined>();
  const [stuck, setStuck] = useState<readonly number[]>([]);
  const document = state.status === "ready" ? state.document : undefined;
  const total = Math.min(document?.numPages ?? 0, MAX_PAGES);
  useWakeLock(document !== undefined);
  const go = (to: number) => pages.current?.show(Math.min(total - 1, Math.max(0, to)));
  const zoomTo = (next: number) => setZoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, next)));
  const show = (at: number) => {
    setIndex(at);
    keepPlaceInBook({ path: file.path, post, at });
  };
  useViewerKeys(dialog, {
    ArrowRight: () => go(index + 1),
    ArrowLeft: () => go(index - 1),
    ArrowDown: () => pages.current?.scrollBy(SCROLL),
    ArrowUp: () => pages.current?.scrollBy(-SCROLL),
    PageDown: () => go(index + 1),
    PageUp: () => go(index - 1),
    " ": () => pages.current?.scrollBy("page"),
    Home: () => go(0),
    End: () => go(total - 1),
    "+": () => zoomTo(zoom + ZOOM_STEP),
    "=": () => zoomTo(zoom + ZOOM_STEP),
    "-": () => zoomTo(zoom - ZOOM_STEP),
    "0": () => zoomTo(1),
    "/": () => document && setFinding({ query: "" }),
  });
  return (
    <Dialog ref={dialog} className={viewer.viewer} label={file.name} onClose={onClose}>
      <div className={viewer.frame}>
        <header className={styles.head}>
          <div className={viewer.bar}>
            <p className={viewer.position} role="status">
              {document === undefined ? null : (
                <span>{t("fileReader.page", { index: index + 1, total })}</span>
              )}
              <span className={viewer.name} dir="auto">
                {file.name}
              </span>
            </p>
            {document === undefined ? null : (
              <button
                type="button"
                className={viewer.tool}
                aria-label={t("fileReader.find")}
                aria-expanded={finding !== undefined}
                onClick={() => setFinding(finding === undefined ? { query: "" } : undefined)}
              >
                <Icon name="search" size={22} />
              </button>
            )}
            <button
              type="button"
              className={viewer.tool}
              aria-label={t("fileReader.close")}
              onClick={() => dialog.current?.close()}
            >
              <Icon name="close" size={22} />
            </button>
          </div>
          {finding === undefined || document === undefined ? null : (
            <FindBar
              document={document}
              index={index}
              total={total}
              onGo={go}
              onQuery={(query) => setFinding({ query })}
            />
          )}
        </header>
        {state.status === "ready" ? (
          <PdfPages
            key={state.document.fingerprints[0] ?? ""}
            ref={pages}
            document={state.document}
            engine={state.engine}
            total={total}
            isCut={total < state.document.numPages}
            start={index}
            {...{ service, zoom, fit, stuck }}
            query={finding?.query ?? ""}
            onShow={show}
            onStuck={(at) => {
              setStuck([...stuck, at]);
              reopen();
            }}
          />
        ) : (
          <NotReady state={state} file={file} onRetry={reopen} />
        )}
        {document === undefined ? null : (
          <div className={viewer.tools}>
            <button
              type="button"
              className={viewer.tool}
              aria-label={t("viewer.zoomOut")}
              onClick={() => zoomTo(zoom - ZOOM_STEP)}
            >
              <ScreenIcon name="minus" size={22} />
            </button>
            <output className={viewer.scale} aria-label={t("viewer.zoom")}>
              {formatNumber(zoom, { style: "percent" })}
            </output>
            <button
              type="button"
              className={viewer.tool}
              aria-label={t("viewer.zoomIn")}
              onClick={() => zoomTo(zoom + ZOOM_STEP)}
            >
              <ScreenIcon name="plus" size={22} />
            </button>
            <button
              type="button"
              className={viewer.tool}
              onClick={() => {
                setFit(fit === "width" ? "page" : "width");
                setZoom(1);
              }}
            >
              {t("viewer.fit", { mode: t(fit === "width" ? "viewer.fit.width" : "fileReader.wholePage") })}
            </button>
            <GoTo key={index} index={index} total={total} onGo={go} />
            <a
              className={viewer.tool}
              href={fileAddress(file)}
              download={file.name}
              aria-label={t("post.file.download", { name: file.name })}
              onClick={() => addDownloadToOwned(file)}
            >
              <Icon name="download" size={22} />
            </a>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Field with the number of the page; another number goes there. */
function GoTo({ index, total, onGo }: { index: number; total: number; onGo: (index: number) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Number(new FormData(event.currentTarget).get("page"));
    if (Number.isInteger(typed) && typed > 0) onGo(typed - 1);
    else event.currentTarget.reset();
  };
  return (
    <form className={styles.goTo} onSubmit={submit} noValidate>
      <label>
        <span className="sr-only">{t("fileReader.goTo")}</span>
        <input
          name="page"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={index + 1}
          maxLength={5}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={(event) => event.currentTarget.form?.requestSubmit()}
        />
      </label>
      <span>{t("fileReader.ofTotal", { total })}</span>
    </form>
  );
}

function NotReady({
  state,
  file,
  onRetry,
}: {
  state: Exclude<PdfState, { status: "ready" }>;
  file: ReaderProps["file"];
  onRetry: () => void;
}) {
  if (state.status === "failed") return <ReaderFailure file={file} fault={state.fault} onRetry={onRetry} />;
  if (state.status === "opening")
    return (
      <div className={common.message} role="status">
        {t("fileReader.opening")}
      </div>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    state.answer(String(new FormData(event.currentTarget).get("password") ?? ""));
  };
  return (
    <div className={common.message}>
      <form onSubmit={submit}>
        <p>{t("fileReader.password")}</p>
        <Field
          label={t("fileReader.passwordLabel")}
          name="password"
          type="password"
          autoComplete="off"
          autoFocus
          problem={state.isRetry ? t("fileReader.wrongPassword") : undefined}
        />
        <button type="submit" className={`${button.button} ${button.primary}`}>
          {t("fileReader.open")}
        </button>
      </form>
    </div>
  );
}
