/** A creator whose posts fill several pages of every list, to test paging. */
import { DAY, microIso, SAMPLE_START, wholeIso } from "./dates.ts";
import type { Person } from "./people.ts";
import { ordinaryPost, type Studio } from "./posts.ts";

export const LONG_RUN: Person = {
  service: "patreon",
  id: "57201143",
  publicId: "windowdiary",
  name: "The Window Diary",
  theme: "trains",
  weight: 0,
  favorited: 18,
  relation: null,
};
/** Four pages of 50, the last one partial. */
export const LONG_RUN_POSTS = 160;

const FIRST = SAMPLE_START + 200 * DAY;

export function writeLongRun({ writer, library, rng, counter }: Studio): void {
  writer.write("creators", {
    service: LONG_RUN.service,
    id: LONG_RUN.id,
    public_id: LONG_RUN.publicId,
    name: LONG_RUN.name,
    indexed: microIso(FIRST, rng),
    updated: microIso(FIRST + 300 * DAY, rng),
    favorited: LONG_RUN.favorited,
    icon: library.icons.at(-1)!.path,
    banner: library.banners.at(-1)!.path,
  });
  for (let i = 0; i < LONG_RUN_POSTS; i++) {
    const post = ordinaryPost({ writer, library, rng, counter }, LONG_RUN);
    const published = FIRST + i * DAY + 9 * 3_600_000;
    const isFilm = i % 40 === 20;
    writer.write("posts", {
      ...post,
      title: `Window diary, day ${i + 1}`,
      published: wholeIso(published),
      added: microIso(published + 3_600_000, rng),
      edited: null,
      // A main file without attachments.
      ...(isFilm
        ? { file: { name: `day-${i + 1}.mp4`, path: library.clips[1]!.path }, attachments: [] }
        : {}),
      fav_count: 0,
    });
  }
}
