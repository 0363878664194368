import { formatNumber, t } from "../../../i18n/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { ScreenIcon } from "../../../ui/ScreenIcon.tsx";
import { FileMenu } from "../FileMenu.tsx";
import type { ExtraTool, ViewerImage } from "./image.ts";
import { LayoutMenu } from "./LayoutMenu.tsx";
import type { Source } from "./source.ts";
import styles from "./Viewer.module.css";
import type { FitMode } from "./view.ts";

export interface TopBarProps {
  images: readonly ViewerImage[];
  /** Indexes of the images shown. */
  shown: readonly number[];
  onClose: () => void;
}

export function TopBar({ images, shown, onClose }: TopBarProps) {
  const [first = 0, last = first] = shown;
  const total = images.length;
  return (
    <header className={styles.bar}>
      <p className={styles.position} role="status">
        <span>
          {last === first
            ? t("viewer.position", { index: first + 1, total })
            : t("viewer.positions", { first: first + 1, last: last + 1, total })}
        </span>
        <span className={styles.name} dir="auto">
          {images[first]?.name}
        </span>
      </p>
      <button type="button" className={styles.tool} aria-label={t("viewer.close")} onClick={onClose}>
        <Icon name="close" size={22} />
      </button>
    </header>
  );
}

export interface BottomBarProps extends ZoomProps {
  image: ViewerImage | undefined;
  /** Undefined for a long strip. */
  fit: FitMode | undefined;
  source: Source;
  hasText: boolean;
  /** Undefined where the text in the image is not shown. */
  onText: (() => void) | undefined;
  hasLayouts: boolean;
  isPlaying: boolean;
  onFit: () => void;
  onSource: (source: Source) => void;
  /** Undefined for a single image. */
  onPlay: (() => void) | undefined;
  /** Undefined if the browser has no fullscreen mode. */
  onFullscreen: (() => void) | undefined;
  extraTool: ExtraTool | undefined;
}

/** Tools within reach of a thumb. */
export function BottomBar(props: BottomBarProps) {
  const { image, scale, fit, source, hasText, hasLayouts, isPlaying } = props;
  const { onZoom, onFit, onSource, onText, onPlay, onFullscreen, extraTool } = props;
  return (
    <div className={styles.tools}>
      <Zoom scale={scale} onZoom={onZoom} />
      {fit === undefined ? null : (
        <button type="button" className={styles.tool} onClick={onFit}>
          {t("viewer.fit", { mode: t(`viewer.fit.${fit}`) })}
        </button>
      )}
      {hasLayouts ? <LayoutMenu /> : null}
      <button
        type="button"
        className={styles.tool}
        aria-pressed={source === "original"}
        onClick={() => onSource(source === "original" ? "preview" : "original")}
      >
        {t("viewer.original")}
      </button>
      {onText === undefined ? null : (
        <button
          type="button"
          className={styles.tool}
          aria-label={t("viewer.text")}
          aria-pressed={hasText}
          onClick={onText}
        >
          <ScreenIcon name="text" size={22} />
        </button>
      )}
      {onPlay === undefined ? null : (
        <button
          type="button"
          className={styles.tool}
          aria-label={t("viewer.slideshow")}
          aria-pressed={isPlaying}
          onClick={onPlay}
        >
          <ScreenIcon name={isPlaying ? "pause" : "play"} size={22} />
        </button>
      )}
      {onFullscreen === undefined ? null : (
        <button
          type="button"
          className={`${styles.tool} ${styles.fullscreen}`}
          aria-label={t("viewer.fullscreen")}
          onClick={onFullscreen}
        >
          <ScreenIcon name="fullscreen" size={22} />
        </button>
      )}
      {extraTool?.(styles.tool ?? "")}
      {image === undefined ? null : <FileMenu file={image} className={styles.tool} />}
    </div>
  );
}

interface ZoomProps {
  scale: number;
  onZoom: (steps: number) => void;
}

/** Only screen readers find these on a touch screen, where fingers zoom. */
function Zoom({ scale, onZoom }: ZoomProps) {
  return (
    <div className={styles.zoom}>
      <button
        type="button"
        className={styles.tool}
        aria-label={t("viewer.zoomOut")}
        onClick={() => onZoom(-1)}
      >
        <ScreenIcon name="minus" size={22} />
      </button>
      <output className={styles.scale} aria-label={t("viewer.zoom")}>
        {formatNumber(scale, { style: "percent" })}
      </output>
      <button type="button" className={styles.tool} aria-label={t("viewer.zoomIn")} onClick={() => onZoom(1)}>
        <ScreenIcon name="plus" size={22} />
      </button>
    </div>
  );
}
