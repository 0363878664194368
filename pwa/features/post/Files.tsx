import { useState } from "react";
import type { Preview } from "#shared/entities/post.ts";
import { fileAddress, thumbnailAddress } from "../../lib/addresses.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./Files.module.css";
import { Section } from "./Section.tsx";

type Thumbnail = Extract<Preview, { type: "thumbnail" }>;

/** Shown at once; the rest comes with a click (spec section 9). */
const AT_ONCE = 8;

/** The images of a post. A click shows one whole, in its place. */
export function Files({ previews, title }: { previews: Preview[]; title: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const images = previews.filter((preview) => preview.type === "thumbnail");
  if (images.length === 0) return null;
  const shown = isWhole ? images : images.slice(0, AT_ONCE);
  return (
    <Section title="Files" note={`${images.length} ${images.length === 1 ? "image" : "images"}`}>
      <ul className={styles.grid} data-single={images.length === 1 || undefined}>
        {shown.map((image, index) => (
          <FileTile
            // biome-ignore lint/suspicious/noArrayIndexKey: a post may hold the same image twice
            key={`${image.path}-${index}`}
            image={image}
            label={`${image.name || title || "Image"}, ${index + 1} of ${images.length}`}
          />
        ))}
      </ul>
      {shown.length < images.length ? (
        <button type="button" className={button.button} onClick={() => setIsWhole(true)}>
          + {images.length - shown.length} more
        </button>
      ) : null}
    </Section>
  );
}

function FileTile({ image, label }: { image: Thumbnail; label: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const source = isOpen && !hasFailed ? fileAddress(image) : thumbnailAddress(image.path, 800);
  return (
    <li className={styles.tile} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.image}
        aria-expanded={isOpen}
        aria-label={isOpen ? `Shrink ${label}` : `Enlarge ${label}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <img src={source} alt={label} loading="lazy" decoding="async" onError={() => setHasFailed(true)} />
      </button>
      {isOpen ? (
        <p className={styles.caption}>
          <span>{hasFailed ? "The original did not load; this is the preview." : image.name}</span>
          <a href={fileAddress(image)} target="_blank" rel="noopener">
            Open original
            <Icon name="external" size={16} />
          </a>
        </p>
      ) : null}
    </li>
  );
}
