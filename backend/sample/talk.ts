/** Content around posts: comments, announcements, DMs, fancards and shared uploads. */
import { createHash } from "node:crypto";
import { extensionOf } from "#shared/rules/files.ts";
import { serviceInfo } from "#shared/services/index.ts";
import { DAY, microIso, momentBetween, SAMPLE_END, SAMPLE_START, wholeIso } from "./dates.ts";
import type { Person } from "./people.ts";
import { THEMES } from "./phrases/index.ts";
import { VOICES } from "./phrases/voices.ts";
import type { Post, Studio } from "./posts.ts";

const PARTS = ["120000", "345678", "000001"];
/** Services whose comments are archived. */
const COMMENTED = ["boosty", "fanbox", "patreon"];

/** Writes comments on one post, some with replies, a few edited. */
export function writeComments(
  studio: Studio,
  post: Post,
  person: Person,
  ids: { comment: number; revision: number },
): void {
  const { rng, writer } = studio;
  if (!COMMENTED.includes(post.service) || !rng.chance(0.45)) return;
  const voice = VOICES[THEMES[person.theme].language];
  let time = Date.parse(`${(post.published ?? post.added!).slice(0, 19)}Z`);
  const count = 1 + Math.floor(rng.next() ** 3 * 9);
  for (let i = 0; i < count; i++) {
    time += rng.int(5, 900) * 60_000;
    const id = String(40_000_000 + ids.comment++ * 3);
    const base = { service: post.service, post: post.id };
    const who = rng.int(0, voice.commenters.length - 1);
    writer.write("comments", {
      ...base,
      id,
      parent_id: null,
      commenter: String(510_000 + who * 37),
      commenter_name: rng.chance(0.9) ? voice.commenters[who]! : null,
      content: rng.pick(voice.comments),
      published: wholeIso(time),
    });
    if (rng.chance(0.12))
      writer.write("comment_revisions", {
        id: ++ids.revision,
        ...base,
        comment: id,
        content: rng.pick(voice.comments),
        added: microIso(time + 600_000, rng),
      });
    if (!rng.chance(0.35)) continue;
    const reply = String(40_000_000 + ids.comment++ * 3);
    writer.write("comments", {
      ...base,
      id: reply,
      parent_id: id,
      commenter: person.id,
      commenter_name: person.name,
      content: rng.pick(voice.replies),
      published: wholeIso(time + rng.int(3, 300) * 60_000),
    });
  }
}

/** Other content of a creator, written once per creator. */
export function writeAroundCreator(studio: Studio, person: Person, index: number): void {
  const { rng, writer, library } = studio;
  const voice = VOICES[THEMES[person.theme].language];
  const owner = { service: person.service, user_id: person.id };
  const sha = (text: string) =>
    createHash("sha256").update(`${person.service}/${person.id}/${text}`).digest("hex");
  const { tabs } = serviceInfo(person.service);
  if (tabs.includes("announcements")) {
    for (const [i, content] of voice.notices.entries()) {
      const at = momentBetween(SAMPLE_START + 300 * DAY, SAMPLE_END, rng);
      writer.write("announcements", {
        ...owner,
        hash: sha(`notice ${i}`),
        content,
        published: i === 1 ? null : wholeIso(at),
        added: microIso(at + 3_600_000, rng),
      });
    }
  }
  if (tabs.includes("fancards")) {
    for (const [i, price] of ["300", "500", "1000"].entries()) {
      const at = momentBetween(SAMPLE_START, SAMPLE_END - 30 * DAY, rng);
      writer.write("fancards", {
        id: index * 10 + i + 1,
        user_id: person.id,
        hash: library.banners[(index + i) % library.banners.length]!.hash,
        price,
        added: microIso(at, rng),
        last_checked_at: microIso(SAMPLE_END - rng.int(1, 20) * DAY, rng),
      });
    }
  }
  const dms = rng.chance(0.55) ? rng.int(1, voice.dms.length) : 0;
  for (let i = 0; i < dms; i++) {
    const at = momentBetween(SAMPLE_START + 200 * DAY, SAMPLE_END, rng);
    const picture = rng.chance(0.3) ? rng.pick(library.pictures[person.theme]) : undefined;
    writer.write("dms", {
      hash: sha(`dm ${i}`),
      service: person.service,
      user: person.id,
      content: voice.dms[i]!,
      file: picture === undefined ? {} : { name: `gift${extensionOf(picture.path)}`, path: picture.path },
      added: microIso(at + DAY, rng),
      // Some services include fractions of a second.
      published: i % 2 === 0 ? wholeIso(at) : `${wholeIso(at)}.${PARTS[i % PARTS.length]}`,
    });
  }
  if (rng.chance(0.25)) writeShare(studio, person, sha("share").slice(0, 16));
}

function writeShare({ rng, writer, library }: Studio, person: Person, id: string): void {
  const files = [...rng.some(library.pictures[person.theme], rng.int(1, 3)), rng.pick(library.zips)];
  writer.write("shares", {
    id,
    service: person.service,
    user: person.id,
    name: `${person.name}: ${rng.pick(["wallpapers", "missing files", "high-resolution set", "2024 collection"])}`,
    description: rng.pick(["", "Shared by a supporter.", "All files of the spring batch."]),
    added: microIso(momentBetween(SAMPLE_START + 600 * DAY, SAMPLE_END, rng), rng),
  });
  for (const [position, file] of files.entries()) {
    const ext = extensionOf(file.path);
    writer.write("share_files", {
      share: id,
      position,
      hash: file.hash,
      filename: `${String(position + 1).padStart(2, "0")}${ext === ".bin" ? ".zip" : ext}`,
    });
  }
}
