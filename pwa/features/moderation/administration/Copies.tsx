import { useQuery } from "@tanstack/react-query";
import type { PictureHit } from "#shared/entities/archive-file.ts";
import { filePath } from "#shared/rules/files.ts";
import { t } from "../../../i18n/index.ts";
import { thumbnailAddress } from "../../../lib/addresses.ts";
import { formatPixels } from "../../../lib/sizes.ts";
import { cutTitle } from "../../../lib/text.ts";
import styles from "./Copies.module.css";
import { copiesQuery } from "./takedowns-api.ts";

interface CopiesProps {
  /** SHA-256. */
  file: string;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Images that look like a file to be taken down, none of them chosen at first; nothing without any. */
export function Copies({ file, chosen, onChoose }: CopiesProps) {
  const { data = [], isError } = useQuery(copiesQuery(file));
  if (isError) return <p>{t("hash.noPictures")}</p>;
  if (data.length === 0) return null;
  const toggle = (hash: string) => {
    const next = new Set(chosen);
    if (!next.delete(hash)) next.add(hash);
    onChoose(next);
  };
  return (
    <fieldset className={styles.copies}>
      <legend>{t("takedownAdmin.copies")}</legend>
      {data.map((copy) => (
        <label key={copy.hash} className={styles.copy}>
          <input type="checkbox" checked={chosen.has(copy.hash)} onChange={() => toggle(copy.hash)} />
          <span className={styles.picture} data-cover={copy.posts[0]?.service ?? "discord"}>
            <img
              src={thumbnailAddress(filePath(copy.hash, copy.ext), 180)}
              alt=""
              width={96}
              height={96}
              loading="lazy"
              decoding="async"
            />
          </span>
          <span>{describe(copy)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Size in pixels, difference, and the newest post. */
function describe({ width, height, distance, posts: [post] }: PictureHit): string {
  const size = formatPixels(width, height) ?? [];
  const title = post === undefined ? [] : cutTitle(post.title.trim()) || t("hash.untitled");
  return [size, t("takedownAdmin.bits", { distance }), title].flat().join(" · ");
}
