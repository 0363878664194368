import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react";
import { hashOfPath } from "#shared/rules/files.ts";
import { t } from "../../../i18n/index.ts";
import { useWakeLock } from "../../../lib/secure-context/wake-lock.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { CoverSign } from "../../reading/content-warning/HiddenMedia.tsx";
import { useWordsInImage } from "../in-images/words-in-image.ts";
import type { ExtraTool, ViewerImage } from "./image.ts";
import { LongStrip } from "./LongStrip.tsx";
import { type Order, spreadsOf, viewerLayout, viewerOrder } from "./layout.ts";
import { StageImage } from "./StageImage.tsx";
import { Strip } from "./Strip.tsx";
import { useSource } from "./source.ts";
import { toggleFullscreen, usePreloaded, useShown, useStageSize } from "./stage-hooks.ts";
import { BottomBar, TopBar } from "./Tools.tsx";
import { useGestures } from "./use-gestures.ts";
import { useViewerKeys } from "./use-viewer-keys.ts";
import styles from "./Viewer.module.css";
import { FIT_MODES, firstView, positionOf, reduceView, ZOOM_STEP } from "./view.ts";

const SLIDE_MS = 4_000;
/** Pixels that an arrow key pans an image taller than the stage. */
const PAN = 80;
/** Widths of a long strip, as shares of the usual one. */
const STRIP_STEP = 0.1;
const MIN_STRIP = 0.3;
const MAX_STRIP = 2;

export interface ViewerProps {
  images: readonly ViewerImage[];
  service: string;
  start: number;
  extraTool: ExtraTool | undefined;
  /** Called with the index of each image shown. */
  onShow: (index: number) => void;
  /** Called with the index of the last image shown. */
  onClose: (index: number) => void;
}

/** Full-window viewer of a post's images, laid out as chosen. A tap with a finger hides everything but the image. */
export function Viewer({ images, service, start, extraTool, onShow, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLElement>(null);
  const [index, setIndex] = useState(start);
  const [isPlaying, setIsPlaying] = useState(false);
  const [areToolsHidden, setToolsHidden] = useState(false);
  const [hasText, setHasText] = useState(useWordsInImage() !== undefined);
  const [source, setSource] = useSource();
  const [view, dispatch] = useReducer(reduceView, firstView);
  const chosen = viewerLayout.use();
  const order = viewerOrder.use();
  const isStrip = chosen === "strip" && images.length > 1;
  const [stripScale, setStripScale] = useState(1);
  const spreads = useMemo(() => spreadsOf(images), [images]);
  // Beside each other they would be small in a window that is taller than wide.
  const isBook = chosen === "two" && view.stage.width > view.stage.height;
  const visible = (isBook && spreads.find((spread) => spread.includes(index))) || [index];
  const first = visible[0] ?? index;
  const last = visible.at(-1) ?? index;
  const key = visible.join();
  const scale = isStrip ? stripScale : positionOf(view).scale;
  const image = images[index];
  const show = (next: number) => setIndex((next + images.length) % images.length);
  const step = (by: number) => show(by > 0 ? last + by : first + by);
  /** Turns to the image on the right of the screen, or with -1 on the left. */
  const turn = (by: number) => step(order === "rtl" ? -by : by);
  const zoom = (steps: number) => {
    if (isStrip) setStripScale(Math.min(MAX_STRIP, Math.max(MIN_STRIP, stripScale + steps * STRIP_STEP)));
    else dispatch({ type: "zoom", by: steps * ZOOM_STEP });
  };
  const pan = (by: number) => {
    if (isStrip) strip.current?.scrollBy({ top: by });
    else dispatch({ type: "move", by: { x: 0, y: -by } });
  };
  const fullscreen = document.fullscreenEnabled ? () => toggleFullscreen(frame.current) : undefined;
  const close = () => dialog.current?.close(); // first, since onClose moves the focus to the image shown last
  const toggleText = () => setHasText(!hasText);
  const play = () => setIsPlaying(!isPlaying);

  const shown = useRef(onShow);
  shown.current = onShow;
  useEffect(() => shown.current(index), [index]);
  const count = visible.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as many other images start over too
  useLayoutEffect(() => dispatch({ type: "images", count }), [key, count]);
  const toggleTools = () => {
    dialog.current?.focus(); // the focused button may become hidden, and keys would no longer arrive
    setToolsHidden(!areToolsHidden);
  };
  useStageSize(stage, isStrip, (size) => dispatch({ type: "stage", size }));
  useShown(stage, view, order);
  useGestures(stage, isStrip, view, dispatch, { onStep: turn, onClose: close, onTap: toggleTools });
  usePreloaded(images, last, source);
  useWakeLock(isPlaying || isStrip || isBook);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => step(1), SLIDE_MS);
    return () => clearTimeout(timer);
  }); // on each change, so that an image does not fade out while loading or zoomed
  useViewerKeys(dialog, {
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    ArrowDown: () => pan(PAN),
    ArrowUp: () => pan(-PAN),
    Home: () => show(0),
    End: () => show(images.length - 1),
    "+": () => zoom(1),
    "=": () => zoom(1),
    "-": () => zoom(-1),
    "0": () => (isStrip ? setStripScale(1) : dispatch({ type: "reset" })),
    f: () => fullscreen?.(),
    s: play,
    t: () => isStrip || toggleText(),
    ...(areToolsHidden ? { Tab: () => setToolsHidden(false) } : {}),
  });

  return (
    <Dialog ref={dialog} className={styles.viewer} label={t("viewer.label")} onClose={() => onClose(index)}>
      <div ref={frame} className={styles.frame} data-tools-hidden={areToolsHidden || undefined}>
        <TopBar images={images} shown={visible} onClose={close} />
        {isStrip ? (
          <LongStrip
            box={strip}
            {...{ images, service, index, source }}
            scale={stripScale}
            onScroll={setIndex}
            onTap={toggleTools}
          />
        ) : (
          <div ref={stage} className={styles.stage} data-cover={service} data-cover-ask="">
            {visible.map((at, part) => {
              const one = images[at];
              return one === undefined ? null : (
                <StageImage
                  key={`${one.path} ${source} ${key}`}
                  image={one}
                  source={source}
                  hasText={hasText}
                  side={count < 2 ? undefined : (part === 0) === (order === "ltr") ? "left" : "right"}
                  onSize={(size) => dispatch({ type: "image", size, part })}
                />
              );
            })}
            <CoverSign service={service} label={t("list.showMedia")} />
            {images.length < 2 ? null : <Turns order={order} onShow={step} />}
          </div>
        )}
        <BottomBar
          image={image}
          scale={scale}
          fit={isStrip ? undefined : view.fit}
          hasLayouts={images.length > 1}
          source={source}
          onZoom={zoom}
          onFit={() => {
            const next = FIT_MODES[(FIT_MODES.indexOf(view.fit) + 1) % FIT_MODES.length] ?? "whole";
            dispatch({ type: "fit", fit: next });
          }}
          onSource={setSource}
          hasText={hasText}
          onText={isStrip || hashOfPath(image?.path ?? "") === undefined ? undefined : toggleText}
          isPlaying={isPlaying}
          onPlay={images.length < 2 ? undefined : play}
          onFullscreen={fullscreen}
          extraTool={extraTool}
        />
        {images.length < 2 ? null : <Strip {...{ images, service, index, order }} onChoose={show} />}
      </div>
    </Dialog>
  );
}

function Turns({ order, onShow }: { order: Order; onShow: (by: number) => void }) {
  return (
    <div dir={order}>
      <button
        type="button"
        className={`${styles.turn} ${styles.back}`}
        aria-label={t("viewer.previous")}
        onClick={() => onShow(-1)}
      >
        <Icon name="previous" size={24} />
      </button>
      <button
        type="button"
        className={`${styles.turn} ${styles.on}`}
        aria-label={t("viewer.next")}
        onClick={() => onShow(1)}
      >
        <Icon name="next" size={24} />
      </button>
    </div>
  );
}
