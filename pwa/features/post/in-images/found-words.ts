import type { PictureLine, PictureWord } from "#shared/entities/picture-text.ts";
import { parseQuery as parseConditions, printQuery } from "#shared/search/query.ts";
import { textOfLine } from "#shared/text/picture-lines.ts";
import { spansOf } from "../../../offline/search/highlight.ts";
import { parseQuery } from "../../../offline/search/query.ts";

/** Words that a search finds, as the search on the device does: with typos, and without its conditions. */
export function foundWords(lines: readonly PictureLine[], q: string): PictureWord[] {
  const parts = parseQuery(printQuery({ ...parseConditions(q), conditions: [] }));
  return lines.flatMap((line) => {
    const text = textOfLine(line);
    const spans = spansOf(text, parts);
    let end = 0;
    return line.words.filter((word) => {
      const start = text.indexOf(word.text, end);
      end = start + word.text.length;
      return spans.some(([from, to]) => from < end && start < to);
    });
  });
}
