import { type MouseEvent, useRef, useState } from "react";
import { t } from "../../i18n/index.ts";
import { pictureSource } from "../../lib/addresses.ts";
import { fileAddress, imageAddress } from "../../lib/file-address.ts";
import { galleryColumns } from "../../lib/gallery-columns.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import { ScreenIcon } from "../../ui/ScreenIcon.tsx";
import { CoverSign } from "../reading/content-warning/HiddenMedia.tsx";
import { FileMenu } from "./FileMenu.tsx";
import styles from "./Files.module.css";
import { FileSize, FileType } from "./FileTools.tsx";
import { typeOf } from "./folded.ts";
import type { Picture, Thumbnail } from "./images.ts";
import { Section } from "./Section.tsx";
import { VIEWER_ANCHOR } from "./viewer/use-viewer.tsx";

/** Number of images shown before the button that shows all. */
const COLLAPSED_COUNT = 8;

export interface FilesProps {
  service: string;
  images: Picture[];
  /** Title of the post, as alt text of images without a name. */
  title: string;
  onView: (path: string) => void;
}

/** Images of a post. A click opens the viewer; a long press or "…" the menu of one. */
export function Files({ service, images, title, onView }: FilesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const columns = galleryColumns.use();
  if (images.length === 0) return null;
  const shown = isWhole ? images : images.slice(0, COLLAPSED_COUNT);
  const total = images.length;
  return (
    <Section
      title={t("post.files")}
      note={t("post.files.images", { count: total })}
      tool={total === 1 ? null : <ColumnsButton />}
    >
      <ul className={styles.grid} data-single={total === 1 || undefined} data-columns={columns}>
        {shown.map((image, at) => (
          <FileTile
            key={image.file.path}
            service={service}
            image={image}
            width={widthOf(total, columns)}
            label={t("post.file.label", {
              name: image.file.name || title || t("post.file.image"),
              index: at + 1,
              total,
            })}
            onView={() => onView(image.file.path)}
          />
        ))}
      </ul>
      {shown.length < total ? (
        <button type="button" className={button.button} onClick={() => setIsWhole(true)}>
          {t("post.files.more", { count: total - shown.length })}
        </button>
      ) : null}
    </Section>
  );
}

/** Shown on phones only. */
function ColumnsButton() {
  const isSingle = galleryColumns.use() === "1";
  const label = t(isSingle ? "post.files.twoColumns" : "post.files.oneColumn");
  return (
    <button
      type="button"
      className={styles.columns}
      aria-label={label}
      title={label}
      onClick={() => galleryColumns.set(isSingle ? "2" : undefined)}
    >
      <ScreenIcon name={isSingle ? "grid" : "rows"} size={22} />
    </button>
  );
}

/** Width of a tile on the screen, as in Files.module.css. Not `auto`, with which browsers ignore an image's own shape. */
function widthOf(total: number, columns: string): string {
  if (total === 1) return "(max-width: 719px) 100vw, 60rem";
  return `(max-width: 719px) ${columns === "1" ? "100vw" : "50vw"}, 20rem`;
}

interface TileProps {
  service: string;
  image: Picture;
  label: string;
  /** Attribute `sizes` of its image. */
  width: string;
  onView: () => void;
}

function FileTile({ service, image: { file, count, smaller }, label, width, onView }: TileProps) {
  const tile = useRef<HTMLLIElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  // The browser loads its preview only after that.
  const [isNear, setIsNear] = useState(false);
  const source = isOpen && !hasFailed ? { src: imageAddress(file) } : pictureSource(file.path, width, 360);
  const anchor = { [VIEWER_ANCHOR]: file.path };
  const toggle = () => {
    setIsOpen(!isOpen);
    setHasFailed(false);
  };
  return (
    <li ref={tile} className={styles.tile} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.image}
        aria-haspopup="dialog"
        aria-label={t("post.file.view", { label })}
        onClick={onView}
        onContextMenu={(event) => {
          if (!isTouch(event)) return;
          event.preventDefault();
          tile.current?.querySelector<HTMLElement>("[popovertarget]")?.click();
        }}
        data-cover={service}
        data-color={file.color}
        {...anchor}
      >
        <img
          {...source}
          alt={label}
          // Reserves its space, where they are known.
          width={file.width}
          height={file.height}
          loading="lazy"
          decoding="async"
          onLoad={() => setIsNear(true)}
          onError={() => setHasFailed(isOpen)}
        />
        <CoverSign service={service} label={t("list.showMedia")} />
      </button>
      <span className={styles.facts}>
        <FileType file={file} count={count} />
        <FileSize path={file.path} isWanted={isNear} />
        {smaller.length === 0 ? null : (
          <span className={styles.sizes}>{t("post.file.sizes", { count: smaller.length + 1 })}</span>
        )}
      </span>
      <FileMenu file={file} className={styles.menu}>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          <ScreenIcon name={isOpen ? "shrink" : "expand"} size={20} />
          {t(isOpen ? "post.file.shrink" : "post.file.expand")}
        </button>
        {smaller.map((copy) => (
          <SmallerCopy key={copy.path} file={copy} />
        ))}
      </FileMenu>
      {isOpen ? <Original file={file} hasFailed={hasFailed} onRetry={() => setHasFailed(false)} /> : null}
    </li>
  );
}

/** Opens a smaller copy, which is not in the gallery. */
function SmallerCopy({ file }: { file: Thumbnail }) {
  const { width = 0, height = 0 } = file;
  return (
    <a href={fileAddress(file)} target="_blank" rel="noopener">
      <ScreenIcon name="shrink" size={20} />
      {t("post.file.smaller", { width, height, type: typeOf(file) })}
    </a>
  );
}

/** A long press, where the browser reports one; with a mouse the browser's own menu opens. */
const isTouch = ({ nativeEvent }: MouseEvent): boolean =>
  "pointerType" in nativeEvent && nativeEvent.pointerType === "touch";

function Original({
  file,
  hasFailed,
  onRetry,
}: {
  file: Thumbnail;
  hasFailed: boolean;
  onRetry: () => void;
}) {
  return (
    <div className={styles.caption}>
      {hasFailed ? (
        <p role="alert">
          {t("post.file.previewOnly")}{" "}
          <button type="button" className={button.button} onClick={onRetry}>
            {t("post.file.retry")}
          </button>
        </p>
      ) : (
        <span dir="auto">{file.name}</span>
      )}
      <a href={fileAddress(file)} target="_blank" rel="noopener">
        {t("post.file.original")}
        <Icon name="external" size={16} />
      </a>
    </div>
  );
}
