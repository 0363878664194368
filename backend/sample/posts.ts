/** Ordinary posts, and older revisions of some of them. */
import { createHash } from "node:crypto";
import type { FileRef } from "#shared/entities/file.ts";
import { extensionOf } from "#shared/rules/files.ts";
import type { Service } from "#shared/services/index.ts";
import type { BundleWriter, Draft, StoredFile } from "./bundle-writer.ts";
import { DAY, microIso, momentBetween, SAMPLE_END, SAMPLE_START, wholeIso } from "./dates.ts";
import type { Library } from "./media/library.ts";
import type { Person } from "./people.ts";
import { THEMES } from "./phrases/index.ts";
import type { Theme } from "./phrases/theme.ts";
import { VOICES } from "./phrases/voices.ts";
import type { Rng } from "./prng.ts";
import { contentOf, TextGenerator } from "./text.ts";

export type Post = Draft<"posts">;

export interface Studio {
  writer: BundleWriter;
  library: Library;
  rng: Rng;
  /** Last used ids. */
  counter: { post: number; revision: number };
}

/** An id in the service's format, unique by its running number. */
export function postId(service: Service, index: number): string {
  switch (service) {
    case "dlsite":
      return `RJ${String(1_000_123 + index).padStart(8, "0")}`;
    case "afdian":
      return createHash("md5").update(`post ${index}`).digest("hex");
    case "boosty":
      return createHash("md5")
        .update(`post ${index}`)
        .digest("hex")
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    case "gumroad":
      return (60_466_176 + index * 31).toString(36);
    case "fansly":
      return String(560_000_000_000_000_000n + BigInt(index) * 1_000_003n);
    default:
      return String(20_114_503 + index * 7);
  }
}

/** Two of three names describe the image, the others are typical camera or scanner names. */
export function named(rng: Rng, file: StoredFile, label: string): FileRef {
  const ext = extensionOf(file.path);
  const name = rng.chance(0.66)
    ? label
    : rng.pick([
        `IMG_${rng.int(1000, 9999)}`,
        `scan${rng.int(1, 40)}`,
        rng.hex(12),
        `image-${rng.int(1, 9)}`,
      ]);
  return { name: `${name}${ext}`, path: file.path };
}

/** A typical post: text in the creator's voice, tags, images. */
export function ordinaryPost(studio: Studio, person: Person): Post {
  const { rng, library } = studio;
  const theme: Theme = THEMES[person.theme];
  const generator = new TextGenerator(theme, rng);
  const published = momentBetween(SAMPLE_START + (person.favorited % 500) * DAY, SAMPLE_END, rng);
  const pictures = library.pictures[person.theme];
  const title = rng.chance(0.03) ? "" : generator.title();
  const label = title.replace(/[/\\:?"*<>|]/g, "").slice(0, 40) || "untitled";
  const count = rng.chance(0.1) ? 0 : Math.floor(rng.next() ** 2.2 * 6) + 1;
  const start = rng.int(0, pictures.length - 1);
  const refs = Array.from({ length: count }, (_, i) =>
    named(rng, pictures[(start + i) % pictures.length]!, i === 0 ? label : `${label} ${i + 1}`),
  );
  const [main, ...others] = refs;
  const attachments = main !== undefined && rng.chance(0.2) ? [main, ...others] : others;
  const extra = extraFile(studio, label);
  if (extra !== undefined) attachments.push(extra);
  const inline = rng.chance(0.15) ? [rng.pick(pictures).path] : [];
  const link = rng.chance(0.15) ? linkFrom(rng) : undefined;
  return {
    service: person.service,
    id: postId(person.service, studio.counter.post++),
    user: person.id,
    title: rng.chance(0.06) && title !== "" ? `${title} ${rng.pick(["✨", "🎨", "🌙", "🌿", "🔔"])}` : title,
    content: rng.chance(0.04)
      ? ""
      : contentOf(generator, theme, rng, { paragraphs: rng.int(1, 4), inline, link }),
    embed: rng.chance(0.04) ? embed(rng, title) : {},
    shared_file: rng.chance(0.02),
    added: microIso(published + rng.int(1, 200) * 3_600_000, rng),
    published: wholeIso(published),
    edited: rng.chance(0.2) ? wholeIso(published + rng.int(1, 60) * 600_000) : null,
    file: main ?? {},
    attachments,
    tags: rng.chance(0.12) ? null : rng.some(theme.tags, rng.int(1, 5)),
    poll: rng.chance(0.02) ? poll(rng, theme, published) : null,
    incomplete_rewards: rewards(rng, person.service),
    fav_count: Math.floor(rng.next() ** 5 * (20 + person.favorited / 8)),
  };
}

/** Occasionally a file that is not an image. */
function extraFile({ rng, library }: Studio, label: string): FileRef | undefined {
  const kind = rng.next();
  if (kind < 0.03) return { name: `${label}.wav`, path: rng.pick(library.sounds).path };
  if (kind < 0.06) return named(rng, rng.pick(library.clips), label);
  if (kind < 0.1) return { name: `${label}.zip`, path: rng.pick(library.zips).path };
  if (kind < 0.11) return { name: `${label} (bonus).zip`, path: library.lockedZip.path };
  if (kind < 0.13) return named(rng, rng.pick(library.animations), label);
  return undefined;
}

function linkFrom(rng: Rng): string {
  const id = postId("patreon", rng.int(0, 400));
  return rng.pick([
    `https://www.patreon.com/posts/${id}`,
    `https://www.pixiv.net/fanbox/creator/9017324/post/${id}`,
    "https://example.org/notes",
    `https://example.com/gallery/${rng.int(10, 99)}`,
  ]);
}

function embed(rng: Rng, title: string) {
  return {
    url: `https://example.com/watch/${rng.hex(8)}`,
    subject: title || "A recording",
    description: rng.pick(["Recorded in one take.", "The whole session, unedited.", "With subtitles."]),
  };
}

export function poll(rng: Rng, theme: Theme, at: number): NonNullable<Post["poll"]> {
  const { title, choices } = VOICES[theme.language].poll;
  return {
    title,
    description: null,
    choices: choices.map((text) => ({ text, votes: rng.int(0, 240) })),
    created_at: wholeIso(at),
    closes_at: rng.chance(0.5) ? wholeIso(at + 7 * DAY) : null,
    allow_multiple: rng.chance(0.3),
  };
}

function rewards(rng: Rng, service: Service): Post["incomplete_rewards"] {
  if ((service === "fantia" || service === "gumroad") && rng.chance(0.08))
    return { complete: rng.int(0, 3), incomplete: rng.int(1, 4) };
  if ((service === "onlyfans" || service === "fansly") && rng.chance(0.08)) {
    const [photo_count, video_count] = [rng.int(1, 20), rng.int(0, 3)];
    return { price: rng.int(3, 20), media_count: photo_count + video_count, photo_count, video_count };
  }
  return null;
}

/** Earlier revisions of a post: shorter, with other words and fewer files. */
export function writeRevisions(studio: Studio, post: Post, theme: Theme, count: number): void {
  const { rng } = studio;
  const { fav_count: _, ...now } = post;
  for (let i = 0; i < count; i++) {
    const generator = new TextGenerator(theme, rng);
    studio.writer.write("post_revisions", {
      revision_id: ++studio.counter.revision,
      ...now,
      title: i === 0 ? post.title : generator.title(),
      content: contentOf(generator, theme, rng, { paragraphs: i + 1, inline: [] }),
      attachments: (post.attachments ?? []).slice(0, i + 1),
      edited: i === 0 ? null : post.edited,
      added: microIso(
        (post.added ? Date.parse(`${post.added.slice(0, 19)}Z`) : SAMPLE_START) - (count - i) * DAY,
        rng,
      ),
    });
  }
}
