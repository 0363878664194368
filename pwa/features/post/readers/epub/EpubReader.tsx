import { useRef, useState } from "react";
import { t } from "../../../../i18n/index.ts";
import { fileAddress } from "../../../../lib/file-address.ts";
import { addDownloadToOwned } from "../../../../offline/owned-files/owned-files.ts";
import button from "../../../../ui/Button.module.css";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { PopoverButton } from "../../../../ui/PopoverButton.tsx";
import { ScreenIcon } from "../../../../ui/ScreenIcon.tsx";
import { keepPlaceInBook, placeInBook } from "../../../reading/places/store.ts";
import { ReaderButton } from "../../../reading/reader/ReaderButton.tsx";
import { useViewerKeys } from "../../viewer/use-viewer-keys.ts";
import common from "../Reader.module.css";
import { ReaderFailure } from "../ReaderFailure.tsx";
import type { ReaderProps } from "../reader.ts";
import { Chapter, type ChapterPlace } from "./Chapter.tsx";
import styles from "./Epub.module.css";
import { useBook } from "./use-book.ts";
import type { Book } from "./worker-api.ts";

/** Pixels that an arrow key scrolls. */
const SCROLL = 80;

/** Full-window reader of an EPUB, chapter by chapter, taken up where it was left. */
export function EpubReader({ file, post, service, onClose }: ReaderProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const { state, reopen } = useBook(fileAddress(file));
  const [place, setPlace] = useState<ChapterPlace>(() => {
    const { at: chapter = 0, element = 0 } = placeInBook(file.path) ?? {};
    return { chapter, element };
  });
  const book = state.status === "ready" ? state.book : undefined;
  const total = book?.chapters.length ?? 0;
  const chapter = Math.min(place.chapter, Math.max(0, total - 1));
  const go = (next: ChapterPlace) => {
    if (next.chapter < 0 || next.chapter >= total) return;
    setPlace(next);
    keepPlaceInBook({ path: file.path, post, at: next.chapter, element: 0 });
    scroller.current?.focus({ preventScroll: true });
  };
  const scrollBy = (top: number) => scroller.current?.scrollBy({ top });
  const aPage = () => (scroller.current?.clientHeight ?? 0) * 0.9;
  useViewerKeys(dialog, {
    ArrowRight: () => go({ chapter: chapter + 1 }),
    ArrowLeft: () => go({ chapter: chapter - 1 }),
    ArrowDown: () => scrollBy(SCROLL),
    ArrowUp: () => scrollBy(-SCROLL),
    PageDown: () => scrollBy(aPage()),
    PageUp: () => scrollBy(-aPage()),
  });
  const title = book?.title || file.name;
  return (
    <Dialog ref={dialog} className={styles.reader} label={title} onClose={onClose}>
      <div className={styles.frame}>
        <header className={styles.bar}>
          <p className={styles.title} dir="auto">
            {title}
          </p>
          {book === undefined ? null : <Contents book={book} chapter={chapter} onGo={go} />}
          <ReaderButton />
          <a
            className={button.icon}
            href={fileAddress(file)}
            download={file.name}
            aria-label={t("post.file.download", { name: file.name })}
            onClick={() => addDownloadToOwned(file)}
          >
            <Icon name="download" size={22} />
          </a>
          <button
            type="button"
            className={button.icon}
            aria-label={t("fileReader.close")}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" size={22} />
          </button>
        </header>
        {state.status === "opening" ? (
          <div className={common.message} role="status">
            {t("fileReader.opening")}
          </div>
        ) : state.status === "failed" ? (
          <ReaderFailure file={file} fault={state.fault} onRetry={reopen} />
        ) : (
          <Chapter
            box={scroller}
            worker={state.worker}
            file={file}
            service={service}
            language={state.book.language}
            place={{ ...place, chapter }}
            hasNext={chapter + 1 < total}
            onGo={go}
            onScroll={(element) => keepPlaceInBook({ path: file.path, post, at: chapter, element })}
            onReopen={reopen}
          />
        )}
        {book === undefined ? null : (
          <footer className={styles.bar}>
            <button
              type="button"
              className={button.icon}
              aria-label={t("fileReader.previousChapter")}
              disabled={chapter === 0}
              onClick={() => go({ chapter: chapter - 1 })}
            >
              <Icon name="previous" size={24} />
            </button>
            <p className={styles.place} role="status">
              <bdi className={styles.chapter}>{book.chapters[chapter]?.title}</bdi>
              <span>{t("fileReader.chapter", { index: chapter + 1, total })}</span>
            </p>
            <button
              type="button"
              className={button.icon}
              aria-label={t("fileReader.nextChapter")}
              disabled={chapter + 1 >= total}
              onClick={() => go({ chapter: chapter + 1 })}
            >
              <Icon name="next" size={24} />
            </button>
          </footer>
        )}
      </div>
    </Dialog>
  );
}

interface ContentsProps {
  book: Book;
  chapter: number;
  onGo: (place: ChapterPlace) => void;
}

/** Table of contents; of a book without one, the numbers of its chapters. */
function Contents({ book, chapter, onGo }: ContentsProps) {
  const total = book.chapters.length;
  const entries =
    book.contents.length > 0
      ? book.contents
      : book.chapters.map((_, at) => ({
          title: t("fileReader.chapter", { index: at + 1, total }),
          chapter: at,
          anchor: undefined,
          depth: 0,
        }));
  const current = entries.findLastIndex((entry) => entry.chapter <= chapter);
  return (
    <PopoverButton
      label={t("fileReader.contents")}
      className={button.icon}
      face={<ScreenIcon name="contents" size={22} />}
    >
      <nav aria-label={t("fileReader.contents")}>
        <ol className={styles.contents}>
          {entries.map(({ title, chapter: to, anchor, depth }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={at} data-depth={Math.min(depth, 3)}>
              <button
                type="button"
                aria-current={at === current || undefined}
                dir="auto"
                onClick={(event) => {
                  event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
                  onGo({ chapter: to, ...(anchor === undefined ? {} : { anchor }) });
                }}
              >
                {title}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </PopoverButton>
  );
}
