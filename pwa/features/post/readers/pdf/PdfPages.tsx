import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { t } from "../../../../i18n/index.ts";
import type { PdfDocument } from "../../../../lib/pdf/reader-pdf.ts";
import { CoverSign } from "../../../reading/content-warning/HiddenMedia.tsx";
import viewer from "../../viewer/Viewer.module.css";
import styles from "./Pdf.module.css";
import { PdfPageBox } from "./PdfPageBox.tsx";
import type { Engine } from "./use-pdf.ts";

/** Width of a page that fits a wide window, in pixels. */
const MAX_FIT_WIDTH = 900;
/** Pages that are drawn at once. */
const MAX_DRAWN = 6;
/** Height of a page whose size is not known yet, by its width: A4. */
const USUAL_RATIO = Math.SQRT2;
/** Higher pages are squeezed; only a broken file has them. */
const MAX_RATIO = 20;

/** Part of a page that fits the window. */
export type Fit = "width" | "page";

export interface PdfPagesHandle {
  show: (index: number) => void;
  /** @param by pixels, or nearly as much as is visible */
  scrollBy: (by: number | "page") => void;
}

export interface PdfPagesProps {
  ref: Ref<PdfPagesHandle>;
  document: PdfDocument;
  engine: Engine;
  total: number;
  /** The file has more pages than are shown. */
  isCut: boolean;
  start: number;
  service: string;
  zoom: number;
  fit: Fit;
  /** Words to mark. */
  query: string;
  /** Pages that took too long. */
  stuck: readonly number[];
  onShow: (index: number) => void;
  onStuck: (index: number) => void;
}

/** Pages below each other; those near the visible part are drawn. */
export function PdfPages(props: PdfPagesProps) {
  const { ref, document, engine, total, isCut, start, service, zoom, fit, query, stuck, onShow, onStuck } =
    props;
  const box = useRef<HTMLElement>(null);
  const [area, setArea] = useState<{ width: number; height: number }>();
  /** Heights of pages by their widths. */
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(new Map());
  const [drawn, setDrawn] = useState({ from: start, to: start });
  /** Page at the top of the view, and how much of it is above. */
  const place = useRef({ index: start, part: 0 });
  const usual = ratios.get(0) ?? ratios.values().next().value ?? USUAL_RATIO;
  const ratioOf = (at: number) => Math.min(MAX_RATIO, ratios.get(at) ?? usual);
  const fitWidth = area === undefined ? 0 : Math.min(area.width, MAX_FIT_WIDTH);
  const widthOf = (at: number) =>
    Math.floor(zoom * (fit === "page" && area ? Math.min(fitWidth, area.height / ratioOf(at)) : fitWidth));

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { paddingInline, paddingBlock } = getComputedStyle(element);
      setArea({
        width: element.clientWidth - 2 * Number.parseFloat(paddingInline),
        height: element.clientHeight - 2 * Number.parseFloat(paddingBlock),
      });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const latest = useRef(onShow);
  latest.current = onShow;
  const follow = () => {
    const element = box.current;
    if (element === null) return;
    const { scrollTop, clientHeight } = element;
    const found = pageAt(element, scrollTop + clientHeight / 3);
    const top = pageAt(element, scrollTop);
    const first = element.children[top] as HTMLElement | undefined;
    place.current = {
      index: top,
      part: first === undefined ? 0 : (scrollTop - first.offsetTop) / Math.max(1, first.offsetHeight),
    };
    const from = pageAt(element, scrollTop - clientHeight / 2);
    const to = Math.min(pageAt(element, scrollTop + 2 * clientHeight), from + MAX_DRAWN - 1);
    setDrawn((now) => (now.from === from && now.to === to ? now : { from, to }));
    latest.current(found);
  };

  const toPlace = () => {
    const element = box.current;
    const page = element?.children[place.current.index] as HTMLElement | undefined;
    if (element != null && page !== undefined)
      element.scrollTop = page.offsetTop + place.current.part * page.offsetHeight;
  };
  const layout = `${fitWidth} ${area?.height} ${zoom} ${fit} ${usual}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every other layout moves the pages
  useLayoutEffect(toPlace, [layout]);
  // A page that is higher or lower than expected moves those after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once its size is known
  useLayoutEffect(toPlace, [ratios]);

  useImperativeHandle(ref, () => ({
    show(index) {
      place.current = { index, part: 0 };
      toPlace();
    },
    scrollBy(by) {
      const element = box.current;
      element?.scrollBy({ top: by === "page" ? element.clientHeight * 0.9 : by });
    },
  }));

  return (
    <div className={viewer.strips} data-cover={service} data-cover-ask="">
      <section
        ref={box}
        className={styles.pages}
        aria-label={t("fileReader.pages")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        onScroll={follow}
      >
        {area === undefined
          ? null
          : Array.from({ length: total }, (_, at) => (
              <PdfPageBox
                // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
                key={at}
                document={document}
                engine={engine}
                index={at}
                total={total}
                width={widthOf(at)}
                ratio={ratioOf(at)}
                isDrawn={at >= drawn.from && at <= drawn.to}
                isStuck={stuck.includes(at)}
                query={query}
                onRatio={setRatioOf(at)}
                onStuck={onStuck}
              />
            ))}
        {isCut ? <p className={styles.note}>{t("fileReader.cut", { total })}</p> : null}
      </section>
      <CoverSign service={service} label={t("list.showMedia")} />
    </div>
  );

  function setRatioOf(at: number) {
    return (ratio: number) => setRatios((now) => (now.get(at) === ratio ? now : new Map(now).set(at, ratio)));
  }
}

/** Index of the page at this height; of the nearest one between pages. */
function pageAt(box: HTMLElement, y: number): number {
  const pages = box.querySelectorAll<HTMLElement>("[data-page]");
  let [low, high] = [0, Math.max(0, pages.length - 1)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pages[middle]?.offsetTop ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}
