import { useEffect, useRef } from "react";
import { t } from "../../../i18n/index.ts";
import { previewAddress } from "../../../lib/addresses.ts";
import type { ViewerImage } from "./image.ts";
import type { Order } from "./layout.ts";
import styles from "./Viewer.module.css";

export interface StripProps {
  images: readonly ViewerImage[];
  service: string;
  index: number;
  order: Order;
  onChoose: (index: number) => void;
}

/** Thumbnails of all images; the shown one is scrolled into view. */
export function Strip({ images, service, index, order, onChoose }: StripProps) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    row.current?.children[index]?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [index]);
  return (
    <nav className={styles.strip} aria-label={t("viewer.strip")} dir={order} ref={row}>
      {images.map((image, at) => (
        <button
          key={image.path}
          type="button"
          className={styles.thumb}
          aria-current={at === index || undefined}
          aria-label={t("viewer.position", { index: at + 1, total: images.length })}
          data-cover={service}
          onClick={() => onChoose(at)}
        >
          <img
            src={previewAddress(image.path, 360)}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        </button>
      ))}
    </nav>
  );
}
