/** Reads text sidecars: tags, one per line (`--write-tags`), and the post's text in a custom format. */
import type { Entry, Folder, Reading } from "../lib/format.ts";
import { htmlOfText } from "../lib/text.ts";
import type { Media } from "./media.ts";

interface Texts {
  tags?: string[] | null | undefined;
  content?: string | undefined;
}

/**
 * @param known texts in the metadata; its content is kept, its tags are added to
 * @param entries media of the post
 */
export async function textsBeside(
  { folder, reading, media }: { folder: Folder; reading: Reading; media: Media },
  known: Texts,
  entries: readonly Entry[],
): Promise<{ tags?: string[]; content?: string }> {
  const found: { tags?: string[]; content?: string } = {};
  for (const entry of entries) {
    const written = media.named(`${entry.name}.txt`);
    if (written !== undefined) {
      reading.uses(written);
      const lines = (await folder.text(written)).split(/\r?\n/).filter((line) => line !== "");
      found.tags = [...new Set([...(found.tags ?? known.tags ?? []), ...lines])];
    }
    const stem = entry.name.replace(/\.[^.]*$/, "");
    for (const text of [media.named(`${stem}.html`), media.named(`${stem}.txt`)]) {
      if (text === undefined || text === entry || (known.content ?? "") !== "" || found.content !== undefined)
        continue;
      reading.uses(text);
      const read = await folder.text(text);
      found.content = text.name.endsWith(".html") ? read : htmlOfText(read);
    }
  }
  return found;
}
