import { useQuery } from "@tanstack/react-query";
import type { FileText } from "#shared/entities/picture-text.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { fileTexts } from "../../../api/file-texts.ts";
import { t } from "../../../i18n/index.ts";
import { isOutage } from "../../../offline/cache/outage.ts";
import { offlineDb } from "../../../offline/db/db.ts";
import buttons from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import type { ViewerImage } from "../viewer/image.ts";
import { foundWords } from "./found-words.ts";

interface FoundInImageProps {
  /** The search that found words in one of the images. */
  words: string;
  images: readonly ViewerImage[];
  onOpen: (path: string) => void;
}

/** Leads to the image with most of the searched words; nothing if none has them any more. */
export function FoundInImage({ words, images, onOpen }: FoundInImageProps) {
  const hashes = images.flatMap(({ path }) => hashOfPath(path) ?? []);
  const { data } = useQuery({
    queryKey: ["texts in images", hashes],
    queryFn: ({ signal }) => textsOf(hashes, signal),
    networkMode: "always",
  });
  const counts = new Map(data?.map(({ hash, lines }) => [hash, foundWords(lines, words).length]));
  const countOf = ({ path }: ViewerImage) => counts.get(hashOfPath(path) ?? "") ?? 0;
  const best = images.toSorted((a, b) => countOf(b) - countOf(a))[0];
  if (best === undefined || countOf(best) === 0) return null;
  return (
    <div>
      <button type="button" className={buttons.button} onClick={() => onOpen(best.path)}>
        <Icon name="search" size={18} />
        {t("post.foundInImage", { number: images.indexOf(best) + 1, total: images.length })}
      </button>
    </div>
  );
}

/** From the server, or without it from the device. */
async function textsOf(hashes: readonly string[], signal: AbortSignal): Promise<FileText[]> {
  try {
    return await fileTexts(hashes, signal);
  } catch (error) {
    if (!isOutage(error)) throw error;
    const files = await offlineDb().files.bulkGet([...hashes]);
    return files.flatMap((file) => (file?.text === undefined ? [] : [{ hash: file.hash, lines: file.text }]));
  }
}
