import { useQuery } from "@tanstack/react-query";
import { getFileText } from "#shared/contracts/files.ts";
import type { PictureLine } from "#shared/entities/picture-text.ts";
import { textOfLine } from "#shared/text/picture-lines.ts";
import { t } from "../../../i18n/index.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";
import { foundWords } from "../in-images/found-words.ts";
import { useWordsInImage } from "../in-images/words-in-image.ts";
import styles from "./Viewer.module.css";

/** Attribute of text that is selected, where the viewer's gestures do not apply. */
export const TEXT_LAYER = "data-text-layer";

/** Text over an image where it is drawn: transparent until it is selected or translated by the browser. @param hash of the image */
export function TextLayer({ hash }: { hash: string }) {
  const words = useWordsInImage();
  const { data, isError } = useQuery({
    queryKey: ["file text", hash],
    queryFn: (context) => cachedCall(getFileText, { params: { hash } }, context),
    networkMode: "always",
  });
  if ((isError && data === undefined) || data?.lines.length === 0)
    return (
      <p className={styles.textNote} role="status">
        {t(data === undefined ? "viewer.textFailed" : "viewer.noText")}
      </p>
    );
  const lines = data?.lines ?? [];
  return (
    <div className={styles.text} translate="yes" {...{ [TEXT_LAYER]: "" }}>
      {foundWords(lines, words ?? "").map(({ box: [left, top, width, height] }) => (
        <mark
          key={`${left} ${top}`}
          className={styles.found}
          style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
        />
      ))}
      {lines.map((line, at) => {
        const { left, top, width, height } = boxOf(line);
        const style = {
          left: percent(left),
          top: percent(top),
          width: percent(width),
          height: percent(height),
          fontSize: `${height * LETTERS_OF_LINE * 100}cqh`,
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their places
          <p key={at} className={styles.line} style={style} dir="auto">
            {textOfLine(line)}
          </p>
        );
      })}
    </div>
  );
}

/** Share of the height of a line that its letters are given, so that they fit into its width in most fonts. */
const LETTERS_OF_LINE = 0.8;
const percent = (part: number) => `${100 * part}%`;

/** Box around all words. */
function boxOf({ words }: PictureLine) {
  const left = Math.min(...words.map(({ box }) => box[0]));
  const top = Math.min(...words.map(({ box }) => box[1]));
  const right = Math.max(...words.map(({ box }) => box[0] + box[2]));
  const bottom = Math.max(...words.map(({ box }) => box[1] + box[3]));
  return { left, top, width: right - left, height: bottom - top };
}
