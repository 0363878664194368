import { memo, useEffect, useRef, useState } from "react";
import { t } from "../../../../i18n/index.ts";
import type { PdfDocument, PdfPage, RenderTask } from "../../../../lib/pdf/reader-pdf.ts";
import { mark, unmark } from "./marks.ts";
import styles from "./Pdf.module.css";
import type { Engine } from "./use-pdf.ts";

/** Pixels of a drawn page: fewer than what phones allow for a canvas. */
const MAX_PIXELS = 8_000_000;
/** Timeout of drawing a page. */
const DRAW_TIMEOUT_MS = 20_000;

export interface PdfPageBoxProps {
  document: PdfDocument;
  engine: Engine;
  index: number;
  total: number;
  /** In pixels of the screen. */
  width: number;
  /** Height by width. */
  ratio: number;
  isDrawn: boolean;
  isStuck: boolean;
  query: string;
  /** Called with the page's own ratio once it is known. */
  onRatio: (ratio: number) => void;
  /** Called if it takes too long; its worker may never end. */
  onStuck: (index: number) => void;
}

/** A page: drawn on a canvas, with its text above it, to be selected and read out. */
export const PdfPageBox = memo(
  PageBox,
  (before, after) =>
    before.document === after.document &&
    before.width === after.width &&
    before.ratio === after.ratio &&
    before.isDrawn === after.isDrawn &&
    before.isStuck === after.isStuck &&
    before.query === after.query,
);

function PageBox(props: PdfPageBoxProps) {
  const { index, total, width, ratio, isDrawn, isStuck, query } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"empty" | "drawn" | "failed">("empty");
  const [hasText, setHasText] = useState(false);
  const latest = useRef(props);
  latest.current = props;
  const { document } = props;
  useEffect(() => {
    const { engine, onRatio, onStuck } = latest.current;
    if (!isDrawn || isStuck || width === 0 || canvas.current === null || text.current === null) return;
    const drawing = new Drawing(engine, canvas.current, text.current);
    const timer = setTimeout(() => onStuck(index), DRAW_TIMEOUT_MS);
    drawing
      .draw(document, index, width, onRatio)
      .then(
        () => {
          setState("drawn");
          setHasText(true);
        },
        (error: unknown) => {
          if (drawing.isOver) return;
          console.warn(`Page ${index + 1} could not be drawn.`, error);
          setState("failed");
        },
      )
      .finally(() => clearTimeout(timer));
    return () => {
      clearTimeout(timer);
      drawing.end();
      setHasText(false);
      setState("empty");
    };
  }, [document, index, width, isDrawn, isStuck]);
  useEffect(() => {
    const layer = text.current;
    if (!hasText || layer === null || query.trim() === "") return;
    mark(layer, query);
    return () => unmark(layer);
  }, [hasText, query]);
  const label = t("fileReader.page", { index: index + 1, total });
  return (
    <figure
      className={styles.page}
      style={{ width, height: Math.round(width * ratio) }}
      data-page={index + 1}
      data-drawn={state === "drawn" || undefined}
      aria-label={label}
    >
      <div ref={canvas} className={styles.picture} />
      <div ref={text} className={styles.text} dir="ltr" />
      {isStuck || state === "failed" ? (
        <p className={styles.fault} role="alert">
          {t(isStuck ? "fileReader.slowPage" : "fileReader.brokenPage")}
        </p>
      ) : null}
    </figure>
  );
}

/** One drawing of a page, which can be ended at any time. */
class Drawing {
  isOver = false;
  private page: PdfPage | undefined;
  private task: RenderTask | undefined;
  private layer: { cancel: () => void } | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly picture: HTMLElement,
    private readonly text: HTMLElement,
  ) {}

  async draw(
    document: PdfDocument,
    index: number,
    width: number,
    onRatio: (ratio: number) => void,
  ): Promise<void> {
    const page = await document.getPage(index + 1);
    if (this.isOver) return;
    this.page = page;
    const own = page.getViewport({ scale: 1 });
    onRatio(own.height / own.width);
    const viewport = page.getViewport({ scale: width / own.width });
    const sharpness = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
    const canvas = window.document.createElement("canvas");
    canvas.width = Math.max(1, Math.floor(viewport.width * sharpness));
    canvas.height = Math.max(1, Math.floor(viewport.height * sharpness));
    this.task = page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] });
    await this.task.promise;
    if (this.isOver) return;
    this.picture.replaceChildren(canvas);
    this.text.style.setProperty("--total-scale-factor", String(viewport.scale));
    const layer = new this.engine.TextLayer({
      textContentSource: page.streamTextContent(),
      container: this.text,
      viewport,
    });
    this.layer = layer;
    await layer.render();
  }

  /** Frees the pixels too. */
  end(): void {
    this.isOver = true;
    this.task?.cancel();
    this.layer?.cancel();
    for (const canvas of this.picture.querySelectorAll("canvas")) canvas.width = canvas.height = 0;
    this.picture.replaceChildren();
    this.text.replaceChildren();
    this.page?.cleanup();
  }
}
