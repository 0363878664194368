import { useRef, useState } from "react";
import { hashOfPath } from "#shared/rules/files.ts";
import { t } from "../../../i18n/index.ts";
import { thumbnailAddress } from "../../../lib/addresses.ts";
import { imageAddress } from "../../../lib/file-address.ts";
import type { ViewerImage } from "./image.ts";
import type { Source } from "./source.ts";
import { TextLayer } from "./TextLayer.tsx";
import styles from "./Viewer.module.css";
import type { Size } from "./view.ts";

type State = "loading" | "loaded" | "failed";

export interface StageImageProps {
  image: ViewerImage;
  source: Source;
  /** Its place in an open book; undefined for a single image. */
  side?: "left" | "right" | undefined;
  onSize: (size: Size) => void;
  /** Shows the text in it. */
  hasText: boolean;
}

/** Shows the preview first, then the original over it; the preview stays if the original fails. */
export function StageImage({ image, source, side, onSize, hasText }: StageImageProps) {
  const [original, setOriginal] = useState<State>("loading");
  const [preview, setPreview] = useState<State>("loading");
  const [attempt, setAttempt] = useState(0);
  /** Not state: both images may load before the next render, and the size of the original counts. */
  const hasOriginal = useRef(false);
  const wantsOriginal = source === "original";
  const hasFailed = wantsOriginal ? original === "failed" : preview === "failed";
  const hash = hasText ? hashOfPath(image.path) : undefined;
  const hasNothing = preview === "failed" && (!wantsOriginal || original === "failed");
  const retry = () => {
    if (original === "failed") setOriginal("loading");
    if (preview === "failed") setPreview("loading");
    setAttempt(attempt + 1);
  };
  return (
    <>
      <div className={styles.box} data-side={side} data-has-text={hasText || undefined} hidden={hasNothing}>
        {preview === "failed" ? null : (
          <img
            key={`preview-${attempt}`}
            src={thumbnailAddress(image.path, 800)}
            alt={original === "loaded" ? "" : image.name}
            draggable={false}
            onLoad={({ currentTarget }) => {
              setPreview("loaded");
              if (!hasOriginal.current) onSize(sizeOf(currentTarget));
            }}
            onError={() => setPreview("failed")}
          />
        )}
        {wantsOriginal && original !== "failed" ? (
          <img
            key={`original-${attempt}`}
            className={styles.original}
            data-loaded={original === "loaded" || undefined}
            src={imageAddress(image)}
            alt={original === "loaded" ? image.name : ""}
            draggable={false}
            onLoad={({ currentTarget }) => {
              hasOriginal.current = true;
              setOriginal("loaded");
              onSize(sizeOf(currentTarget));
            }}
            onError={() => setOriginal("failed")}
          />
        ) : null}
        {hash === undefined ? null : <TextLayer hash={hash} />}
      </div>
      {hasFailed ? (
        <p className={styles.failure} role="alert">
          {t(hasNothing ? "viewer.failed" : "viewer.previewOnly")}
          <button type="button" className={styles.retry} onClick={retry}>
            {t("viewer.retry")}
          </button>
        </p>
      ) : null}
      {preview === "loading" && original === "loading" ? (
        <p className={styles.loading}>{t("viewer.loading")}</p>
      ) : null}
    </>
  );
}

function sizeOf(image: HTMLImageElement): Size {
  return { width: image.naturalWidth, height: image.naturalHeight };
}
