import { type ChangeEvent, type MouseEvent, useId, useLayoutEffect } from "react";
import { t } from "../../i18n/index.ts";
import { type Chosen, fromTransfer } from "../../lib/chosen-files.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { LeftOutFile } from "../../ui/LeftOutList.tsx";
import type { Picked } from "./sender.ts";
import styles from "./Uploads.module.css";

/** Phones cannot choose folders, so the button is left out there. */
const HAS_FOLDERS =
  "webkitdirectory" in HTMLInputElement.prototype && !/Android|iPhone|iPad/.test(navigator.userAgent);
/** Attribute that React's types lack. */
const FOLDER = { webkitdirectory: "" };
/** Maximum of files at once. */
const MAX_FILES = 5_000;
type OnPicked = (picked: Picked[], leftOut: LeftOutFile[]) => void;

/** File System Access API of Chromium: its handles survive a reload. */
type Picker = (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>;
const picker = () => (window as { showOpenFilePicker?: Picker }).showOpenFilePicker;

/** Chooses files and folders; the whole page accepts dropped and pasted ones. @param onPicked must be stable */
export function FileChooser({ onPicked }: { onPicked: OnPicked }) {
  const [files, folder] = [useId(), useId()];
  useArrivals(onPicked);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])];
    target.value = ""; // the same files can be chosen again
    give(
      onPicked,
      chosen.map((file) => ({ file })),
    );
  };
  const pick = (event: MouseEvent) => {
    const show = picker();
    if (show === undefined) return;
    event.preventDefault();
    void show({ multiple: true })
      .then((handles) =>
        Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle }))),
      )
      .then(
        (picked) => give(onPicked, picked),
        () => {},
      ); // canceled
  };
  return (
    <section className={styles.drop} aria-label={t("uploads.choose")}>
      <Icon name="files" size={32} />
      <p className={styles.soft}>{t("uploads.drop")}</p>
      <div className={styles.ways}>
        <input id={files} className={styles.input} type="file" multiple onChange={take} onClick={pick} />
        <label htmlFor={files} className={styles.primary}>
          {t("uploads.chooseFiles")}
        </label>
        {HAS_FOLDERS ? (
          <>
            <input id={folder} className={styles.input} type="file" {...FOLDER} onChange={take} />
            <label htmlFor={folder} className={styles.button}>
              {t("uploads.chooseFolder")}
            </label>
          </>
        ) : null}
      </div>
    </section>
  );
}

function useArrivals(onPicked: OnPicked): void {
  // In a layout effect, as files may be dropped as soon as the form is shown.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const receive = (event: Event, transfer: DataTransfer | null) => {
      const unreadable: string[] = [];
      const found = fromTransfer(transfer, { onUnreadable: (path) => unreadable.push(path) });
      if (found === undefined) return;
      event.preventDefault();
      void collect(found).then((picked) => give(onPicked, picked, unreadable));
    };
    addEventListener("dragover", (event) => event.preventDefault(), { signal });
    addEventListener("drop", (event) => receive(event, event.dataTransfer), { signal });
    addEventListener("paste", (event) => receive(event, event.clipboardData), { signal });
    return () => controller.abort();
  }, [onPicked]);
}

async function collect(found: AsyncIterable<Chosen>): Promise<Picked[]> {
  const all: Picked[] = [];
  for await (const { file } of found) all.push({ file });
  return all;
}

/** Passes on as many files as are allowed at once, and names the others. */
function give(onPicked: OnPicked, picked: Picked[], unreadable: readonly string[] = []): void {
  onPicked(picked.slice(0, MAX_FILES), [
    ...unreadable.map((path) => ({ path, reason: t("leftOut.unreadable") })),
    ...picked.slice(MAX_FILES).map(({ file }) => ({
      path: file.webkitRelativePath || file.name,
      reason: t("uploads.tooMany", { max: MAX_FILES }),
    })),
  ]);
}
