/** Generates the sample archive: the same number of posts and seed give identical bytes. */
import { BundleWriter } from "./bundle-writer.ts";
import { writeCommunities, writeServers } from "./chat.ts";
import { DAY, microIso, SAMPLE_END, SAMPLE_START } from "./dates.ts";
import { ODD_COUNT, writeOddities } from "./edge-cases.ts";
import { LONG_RUN, LONG_RUN_POSTS, writeLongRun } from "./long-run.ts";
import { type Library, makeLibrary, PER_THEME } from "./media/library.ts";
import { HANDMADE, type Person, peopleFor, SERVERS } from "./people.ts";
import { THEMES } from "./phrases/index.ts";
import { ordinaryPost, type Studio, writeRevisions } from "./posts.ts";
import { rngOf } from "./prng.ts";
import { writeAroundCreator, writeComments } from "./talk.ts";

export interface SampleOptions {
  posts: number;
  seed: string;
  /** An empty or missing folder. */
  out: string;
  /** Images per theme; 1 if only the records matter. */
  pictures?: number;
  /**
   * Number of posts in earlier parts, if a large archive is written in parts. A later part contains its own posts with
   * their data, and the additional creators of the larger archive.
   */
  after?: number;
  onProgress?: (posts: number) => void;
}

/**
 * Writes the bundle. The first part always includes at least the edge cases and the long run. @returns number of
 * records by entity
 */
export async function generateSample({
  posts,
  seed,
  out,
  pictures = PER_THEME,
  after = 0,
  onProgress,
}: SampleOptions): Promise<BundleWriter["counts"]> {
  const writer = new BundleWriter(out);
  await writer.open();
  const people = peopleFor(after + posts, seed);
  const known = after === 0 ? 0 : peopleFor(after, seed).length;
  const themes = [...people.slice(0, HANDMADE), ...SERVERS, LONG_RUN].map(({ theme }) => theme);
  const library = await makeLibrary(writer, seed, themes, pictures);
  const rng = (of: string) => rngOf(after === 0 ? `${seed}/${of}` : `${seed}/${of}/${after}`);
  const studio: Studio = { writer, library, rng: rng("posts"), counter: { post: after, revision: after } };
  if (after === 0) writeListings(writer, library);
  writeCreators(studio, people, known);
  if (after === 0) {
    writeServerCreators(studio);
    writeOddities(studio, people);
    await writePosts(studio, people, posts - ODD_COUNT - LONG_RUN_POSTS, after, onProgress);
    writeLongRun({ ...studio, rng: rngOf(`${seed}/long run`) });
  } else await writePosts(studio, people, posts, after, onProgress);
  const around = { ...studio, rng: rng("around") };
  for (const [i, person] of people.entries()) {
    if (i < known) continue;
    writeAroundCreator(around, person, i);
    await writer.drain();
  }
  if (after === 0) {
    writeServers(around);
    writeCommunities(around, people);
  }
  await writer.close();
  return writer.counts;
}

function writeListings(writer: BundleWriter, library: Library): void {
  const [scans, lineArt] = library.zips;
  writer.write("archive_listings", { hash: scans!.hash, file_list: ["readme.txt", "scans/sheet-01.txt"] });
  writer.write("archive_listings", { hash: lineArt!.hash, file_list: ["線画/01.txt", "readme.txt"] });
  // Encrypted and not opened yet: a visitor has to find the password (see library.ts).
  writer.write("archive_listings", {
    hash: library.lockedZip.hash,
    file_list: ["bonus/letter.txt", "bonus/map.txt"],
    encrypted: true,
  });
}

const datesOf = (rng: Studio["rng"]) => ({
  indexed: microIso(SAMPLE_START + rng.int(0, 500) * DAY, rng),
  updated: microIso(SAMPLE_END - Math.floor(rng.next() ** 2 * 120 * DAY), rng),
});

function writeCreators({ writer, library, rng }: Studio, people: readonly Person[], from: number): void {
  for (const [i, person] of people.entries()) {
    if (i < from) continue;
    writer.write("creators", {
      service: person.service,
      id: person.id,
      public_id: person.publicId,
      name: person.name,
      ...datesOf(rng),
      relation_id: person.relation,
      favorited: person.favorited,
      icon: library.icons[i % library.icons.length]!.path,
      banner: i % 11 === 10 ? null : library.banners[i % library.banners.length]!.path,
    });
  }
}

function writeServerCreators({ writer, library, rng }: Studio): void {
  for (const [i, server] of SERVERS.entries()) {
    const { id, name, favorited, relation } = server;
    writer.write("creators", {
      service: "discord",
      id,
      name,
      ...datesOf(rng),
      relation_id: relation,
      favorited,
      icon: library.icons[HANDMADE + i]!.path,
    });
  }
}

async function writePosts(
  studio: Studio,
  people: readonly Person[],
  count: number,
  after: number,
  onProgress?: (posts: number) => void,
): Promise<void> {
  const { rng, writer } = studio;
  const ends: number[] = [];
  for (const { weight } of people) ends.push((ends.at(-1) ?? 0) + weight);
  // Beyond the ids of earlier parts: posts have less than four comments on average.
  const ids = { comment: after * 4, revision: after };
  for (let i = 0; i < count; i++) {
    const person = people[indexAt(ends, rng.next() * ends.at(-1)!)]!;
    const post = ordinaryPost(studio, person);
    writer.write("posts", post);
    if (rng.chance(0.06)) writeRevisions(studio, post, THEMES[person.theme], rng.int(1, 3));
    writeComments(studio, post, person, ids);
    if (i % 200 === 0) {
      await writer.drain();
      onProgress?.(i);
    }
  }
}

/** First entry above the value, by binary search. */
function indexAt(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
