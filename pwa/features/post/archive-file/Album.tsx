import { useState } from "react";
import { t } from "../../../i18n/index.ts";
import { previewAddress } from "../../../lib/addresses.ts";
import button from "../../../ui/Button.module.css";
import { ScreenIcon } from "../../../ui/ScreenIcon.tsx";
import { CoverSign } from "../../reading/content-warning/HiddenMedia.tsx";
import type { ViewerImage } from "../viewer/image.ts";
import { VIEWER_ANCHOR } from "../viewer/use-viewer.tsx";
import styles from "./Album.module.css";

/** Number of thumbnails. */
const SHOWN_COUNT = 6;

interface AlbumProps {
  pages: readonly ViewerImage[];
  /** For content warnings. */
  service: string;
  onView: (path: string) => void;
}

/** Images of an archive file as pages: the first few as thumbnails, all of them in the viewer. */
export function Album({ pages, service, onView }: AlbumProps) {
  const [first] = pages;
  if (first === undefined) return null;
  const count = t("archiveFile.pages", { count: pages.length });
  return (
    <section className={styles.album} aria-label={count}>
      <div className={styles.head}>
        <strong>{count}</strong>
        <button
          type="button"
          className={button.button}
          aria-haspopup="dialog"
          onClick={() => onView(first.path)}
        >
          <ScreenIcon name="book" />
          {t("archiveFile.viewPages")}
        </button>
      </div>
      <ul className={styles.pages}>
        {pages.slice(0, SHOWN_COUNT).map((image, at) => (
          <li key={image.path}>
            <Page image={image} number={at + 1} service={service} onView={onView} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PageProps extends Omit<AlbumProps, "pages"> {
  image: ViewerImage;
  /** From 1. */
  number: number;
}

/** The number stands in for a thumbnail that does not load. */
function Page({ image: { path, name }, number, service, onView }: PageProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const anchor = { [VIEWER_ANCHOR]: path };
  return (
    <button
      type="button"
      className={styles.page}
      aria-haspopup="dialog"
      aria-label={t("archiveFile.viewPage", { number, name })}
      data-cover={service}
      onClick={() => onView(path)}
      {...anchor}
    >
      {hasFailed ? (
        number
      ) : (
        <img
          src={previewAddress(path, 360)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setHasFailed(true)}
        />
      )}
      <CoverSign service={service} />
    </button>
  );
}
