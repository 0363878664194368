import { type RefObject, useEffect, useRef, useState } from "react";
import { t } from "../../../../i18n/index.ts";
import button from "../../../../ui/Button.module.css";
import html from "../../../../ui/Html.module.css";
import { Icon } from "../../../../ui/Icon.tsx";
import { readingClass } from "../../../reading/reader/ReaderButton.tsx";
import common from "../Reader.module.css";
import { ReaderFailure } from "../ReaderFailure.tsx";
import type { ReaderFault, ReaderProps } from "../reader.ts";
import styles from "./Epub.module.css";
import { anchorIn, safeChapter, showImages } from "./safe-chapter.ts";
import { type BookWorker, bookFault, inTime } from "./use-book.ts";

export interface ChapterPlace {
  chapter: number;
  /** Index of the element at the top. */
  element?: number;
  /** Id of the element at the top. */
  anchor?: string;
}

export interface ChapterProps {
  /** Element that scrolls. */
  box: RefObject<HTMLElement | null>;
  worker: BookWorker;
  file: ReaderProps["file"];
  service: string;
  language: string | undefined;
  place: ChapterPlace;
  hasNext: boolean;
  onGo: (place: ChapterPlace) => void;
  /** Called with the index of the element at the top. */
  onScroll: (element: number) => void;
  onReopen: () => void;
}

/** Text of a chapter, sanitized as that of posts; its images come from the book alone. */
export function Chapter(props: ChapterProps) {
  const { box, worker, file, service, language, place, hasNext, onGo, onScroll, onReopen } = props;
  const text = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ chapter: number; language: string | undefined }>();
  const [fault, setFault] = useState<ReaderFault>();
  const { chapter } = place;
  const wanted = useRef(place);
  wanted.current = place;
  const go = useRef(onGo);
  go.current = onGo;

  useEffect(() => {
    const element = text.current;
    if (element === null) return;
    let isOver = false;
    let free = () => {};
    setFault(undefined);
    const show = async () => {
      const read = await inTime(worker, worker.call("chapter", chapter));
      if (isOver) return;
      element.replaceChildren(safeChapter(read.html));
      setShown({ chapter, language: read.language });
      free = showImages(element, read.images, (path) => inTime(worker, worker.call("image", path)));
      toPlace(box.current, element, wanted.current);
    };
    show().catch((error: unknown) => isOver || setFault(bookFault(error)));
    return () => {
      isOver = true;
      free();
      element.replaceChildren();
    };
  }, [worker, chapter, box]);

  // Another place in the chapter that is shown.
  useEffect(() => {
    if (shown?.chapter === chapter && text.current !== null && place.anchor !== undefined)
      toPlace(box.current, text.current, place);
  }, [place, shown, chapter, box]);

  useEffect(() => {
    const element = text.current;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
      if (link === null) return;
      event.preventDefault();
      const [to = "", anchor] = (link.getAttribute("href") ?? "").slice(1).split("/", 2);
      go.current({ chapter: Number(to), ...(anchor ? { anchor: decodeURIComponent(anchor) } : {}) });
    };
    element?.addEventListener("click", onClick);
    return () => element?.removeEventListener("click", onClick);
  }, []);

  const last = useRef(0);
  const follow = () => {
    const element = text.current;
    if (element === null || box.current === null || shown?.chapter !== chapter) return;
    const top = topElement(box.current, element);
    if (top !== last.current) onScroll(top);
    last.current = top;
  };
  return (
    <section
      ref={box}
      className={styles.scroller}
      aria-label={t("fileReader.text")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      onScroll={follow}
    >
      {fault === undefined ? null : <ReaderFailure file={file} fault={fault} onRetry={onReopen} />}
      {fault === undefined && shown?.chapter !== chapter ? (
        <p className={common.message} role="status">
          {t("fileReader.opening")}
        </p>
      ) : null}
      <div
        ref={text}
        className={`${html.html} ${readingClass} ${styles.text}`}
        lang={shown?.language ?? language}
        dir="auto"
        data-cover-in={service}
      />
      {hasNext && shown?.chapter === chapter ? (
        <button
          type="button"
          className={`${button.button} ${styles.next}`}
          onClick={() => onGo({ chapter: chapter + 1 })}
        >
          {t("fileReader.nextChapter")}
          <Icon name="next" size={18} />
        </button>
      ) : null}
    </section>
  );
}

function toPlace(box: HTMLElement | null, text: HTMLElement, { anchor, element = 0 }: ChapterPlace): void {
  const found =
    anchor !== undefined
      ? anchorIn(text, anchor)
      : element > 0
        ? text.querySelectorAll("*")[element]
        : undefined;
  if (found == null) box?.scrollTo({ top: 0 });
  else found.scrollIntoView({ block: "start" });
}

/** Index of the first element that begins in the view, or spans its top without any inside that does. */
function topElement(box: HTMLElement, text: HTMLElement): number {
  const top = box.getBoundingClientRect().top;
  const elements = [...text.querySelectorAll("*")];
  const found = elements.findIndex((element) => element.getBoundingClientRect().top >= top - 1);
  return found < 0 ? Math.max(0, elements.length - 1) : found;
}
