import { useEffect, useReducer, useRef, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { useWakeLock } from "../../../lib/secure-context/wake-lock.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { CoverSign } from "../../reading/content-warning/HiddenMedia.tsx";
import type { ExtraTool, ViewerImage } from "./image.ts";
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

/** Full-window viewer of a post's images, one at a time. A tap with a finger hides everything but the image. */
export function Viewer({ images, service, start, extraTool, onShow, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(start);
  const [isPlaying, setIsPlaying] = useState(false);
  const [areToolsHidden, setToolsHidden] = useState(false);
  const [source, setSource] = useSource();
  const [view, dispatch] = useReducer(reduceView, firstView);
  const position = positionOf(view);
  const image = images[index];
  const show = (next: number) => {
    const wrapped = (next + images.length) % images.length;
    if (wrapped !== index) dispatch({ type: "image", size: undefined });
    setIndex(wrapped);
  };
  /** Paging follows the direction of the script. */
  const turn = (by: number) => show(index + (document.documentElement.dir === "rtl" ? -by : by));
  const zoom = (steps: number) => dispatch({ type: "zoom", by: steps * ZOOM_STEP });
  const fullscreen = document.fullscreenEnabled ? () => toggleFullscreen(frame.current) : undefined;
  const close = () => dialog.current?.close(); // first, since onClose moves the focus to the image shown last
  const play = () => setIsPlaying(!isPlaying);

  const shown = useRef(onShow);
  shown.current = onShow;
  useEffect(() => shown.current(index), [index]);
  useStageSize(stage, (size) => dispatch({ type: "stage", size }));
  useShown(stage, position, view.image);
  useGestures(stage, view, dispatch, {
    onStep: turn,
    onClose: close,
    onTap: () => {
      dialog.current?.focus(); // the focused button may become hidden, and keys would no longer arrive
      setToolsHidden(!areToolsHidden);
    },
  });
  usePreloaded(images, index, source);
  useWakeLock(isPlaying);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => show(index + 1), SLIDE_MS);
    return () => clearTimeout(timer);
  }); // on each change, so that an image does not fade out while loading or zoomed
  useViewerKeys(dialog, {
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    ArrowDown: () => dispatch({ type: "move", by: { x: 0, y: -PAN } }),
    ArrowUp: () => dispatch({ type: "move", by: { x: 0, y: PAN } }),
    Home: () => show(0),
    End: () => show(images.length - 1),
    "+": () => zoom(1),
    "=": () => zoom(1),
    "-": () => zoom(-1),
    "0": () => dispatch({ type: "reset" }),
    f: () => fullscreen?.(),
    s: play,
    ...(areToolsHidden ? { Tab: () => setToolsHidden(false) } : {}),
  });

  return (
    <Dialog ref={dialog} className={styles.viewer} label={t("viewer.label")} onClose={() => onClose(index)}>
      <div ref={frame} className={styles.frame} data-tools-hidden={areToolsHidden || undefined}>
        <TopBar image={image} index={index} total={images.length} onClose={close} />
        <div ref={stage} className={styles.stage} data-cover={service} data-cover-ask="">
          {image === undefined ? null : (
            <StageImage
              key={`${image.path} ${source}`}
              image={image}
              source={source}
              onSize={(size) => dispatch({ type: "image", size })}
            />
          )}
          <CoverSign service={service} label={t("list.showMedia")} />
          {images.length < 2 ? null : <Turns onShow={(by) => show(index + by)} />}
        </div>
        <BottomBar
          image={image}
          scale={position.scale}
          fit={view.fit}
          source={source}
          onZoom={zoom}
          onFit={() => {
            const next = FIT_MODES[(FIT_MODES.indexOf(view.fit) + 1) % FIT_MODES.length] ?? "whole";
            dispatch({ type: "fit", fit: next });
          }}
          onSource={setSource}
          isPlaying={isPlaying}
          onPlay={images.length < 2 ? undefined : play}
          onFullscreen={fullscreen}
          extraTool={extraTool}
        />
        {images.length < 2 ? null : <Strip images={images} service={service} index={index} onChoose={show} />}
      </div>
    </Dialog>
  );
}

function Turns({ onShow }: { onShow: (by: number) => void }) {
  return (
    <>
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
    </>
  );
}
