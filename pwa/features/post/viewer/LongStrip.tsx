import { type RefObject, type UIEvent, useLayoutEffect, useRef } from "react";
import { t } from "../../../i18n/index.ts";
import { thumbnailAddress } from "../../../lib/addresses.ts";
import { imageAddress } from "../../../lib/file-address.ts";
import { CoverSign } from "../../reading/content-warning/HiddenMedia.tsx";
import type { ViewerImage } from "./image.ts";
import type { Source } from "./source.ts";
import styles from "./Viewer.module.css";

export interface LongStripProps {
  /** Element that scrolls. */
  box: RefObject<HTMLElement | null>;
  images: readonly ViewerImage[];
  service: string;
  index: number;
  source: Source;
  /** Share of the usual width. */
  scale: number;
  /** Called with the index of the image in view. */
  onScroll: (index: number) => void;
  /** Tap with a finger. */
  onTap: () => void;
}

/** All images below each other, without gaps: comics drawn for scrolling. */
export function LongStrip(props: LongStripProps) {
  const { box, images, service, index, source, scale, onScroll, onTap } = props;
  /** Place after the last scrolling, and the image in view there: another index was chosen elsewhere. */
  const last = useRef({ top: 0, index: -1 });
  useLayoutEffect(() => {
    box.current?.style.setProperty("--scale", String(scale));
  }, [box, scale]);
  useLayoutEffect(() => {
    const strip = box.current;
    if (strip === null || index === last.current.index) return;
    strip.children[index]?.scrollIntoView();
    last.current = { top: strip.scrollTop, index };
  }, [box, index]);
  const follow = ({ currentTarget: strip }: UIEvent<HTMLElement>) => {
    if (strip.scrollTop === last.current.top) return;
    const found = indexInView(strip);
    last.current = { top: strip.scrollTop, index: found };
    onScroll(found);
  };
  return (
    <div className={styles.strips} data-cover={service} data-cover-ask="">
      <section
        ref={box}
        className={styles.long}
        aria-label={t("viewer.layout.strip")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        onScroll={follow}
        onPointerUp={({ pointerType }) => pointerType !== "mouse" && onTap()}
      >
        {images.map((image) => (
          <img
            key={image.path}
            src={source === "original" ? imageAddress(image) : thumbnailAddress(image.path, 800)}
            alt={image.name}
            width={image.width}
            height={image.height}
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        ))}
      </section>
      <CoverSign service={service} label={t("list.showMedia")} />
    </div>
  );
}

/**
 * Index of the image at a line across the window that moves down with the page: at the top for its beginning and at the
 * bottom for its end, so that the first and the last image are reached however short they are.
 */
function indexInView(strip: HTMLElement): number {
  const { scrollTop, scrollHeight, clientHeight } = strip;
  const line = scrollTop * (scrollHeight / Math.max(1, scrollHeight - clientHeight));
  const next = [...strip.children].findIndex((image) => (image as HTMLElement).offsetTop > line);
  return (next === -1 ? strip.children.length : Math.max(1, next)) - 1;
}
