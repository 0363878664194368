import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { t } from "../../../i18n/index.ts";
import { thumbnailAddress } from "../../../lib/addresses.ts";
import { fileAddress } from "../../../lib/file-address.ts";
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
  /** Called with the index of the image in the middle of the window. */
  onScroll: (index: number) => void;
  /** Tap with a finger. */
  onTap: () => void;
}

/** All images below each other, without gaps: comics drawn for scrolling. */
export function LongStrip(props: LongStripProps) {
  const { box, images, service, index, source, scale, onScroll, onTap } = props;
  /** Image in the middle after the last scrolling: another index was chosen elsewhere. */
  const middle = useRef(-1);
  const latest = useRef(onScroll);
  latest.current = onScroll;
  useLayoutEffect(() => {
    box.current?.style.setProperty("--scale", String(scale));
  }, [box, scale]);
  useLayoutEffect(() => {
    if (index === middle.current) return;
    middle.current = index;
    box.current?.children[index]?.scrollIntoView({ block: "start" });
  }, [box, index]);
  useEffect(() => {
    const root = box.current;
    if (root === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.find(({ isIntersecting }) => isIntersecting);
        if (entry === undefined) return;
        middle.current = [...root.children].indexOf(entry.target);
        latest.current(middle.current);
      },
      { root, rootMargin: "-50% 0px" }, // a line in the middle
    );
    for (const at of images.keys()) observer.observe(root.children[at]!);
    return () => observer.disconnect();
  }, [box, images]);
  return (
    <div className={styles.strips} data-cover={service} data-cover-ask="">
      <section
        ref={box}
        className={styles.long}
        aria-label={t("viewer.layout.strip")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        onPointerUp={({ pointerType }) => pointerType !== "mouse" && onTap()}
      >
        {images.map((image) => (
          <img
            key={image.path}
            src={source === "original" ? fileAddress(image) : thumbnailAddress(image.path, 800)}
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
