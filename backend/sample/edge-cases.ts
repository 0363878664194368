/** Edge cases of the data, each at least once regardless of the sample's size. */
import { extensionOf } from "#shared/rules/files.ts";
import type { Person } from "./people.ts";
import { THEMES } from "./phrases/index.ts";
import { named, ordinaryPost, type Post, poll, postId, type Studio, writeRevisions } from "./posts.ts";
import { contentOf, TextGenerator } from "./text.ts";

type Odd = {
  by: string;
  change: (post: Post, studio: Studio, person: Person) => Partial<Post>;
  revisions?: number;
};

const nth = <T>(list: readonly T[], index: number) => list[index % list.length]!;
const at = (post: Post) => Date.parse(`${post.published}Z`);

const ODD: readonly Odd[] = [
  { by: "91177520", change: () => ({ title: "" }) },
  { by: "9017324", change: () => ({ title: "", content: "" }) },
  { by: "70094418", change: () => ({ content: "" }) },
  {
    by: "tihiy-mayak",
    change: (_, studio, person) => ({ content: longStory(studio, person), attachments: [] }),
  },
  { by: "48211", change: () => ({ file: {}, attachments: [] }) },
  { by: "70094418", change: (_, studio) => twoHundred(studio) },
  {
    by: "10442087",
    change: (_, { rng, library }) => {
      const file = named(rng, library.pictures.harbour[0]!, "Harbour at dusk");
      return {
        title: "Harbour at dusk, three studies",
        file,
        attachments: [
          file,
          named(rng, nth(library.pictures.harbour, 1), "study 2"),
          named(rng, nth(library.pictures.harbour, 2), "study 3"),
        ],
      };
    },
  },
  {
    by: "2640117",
    change: (_, { library }) => ({
      title: "「灯台の下書き」",
      file: { name: "灯台の下書き.jpg", path: library.pictures.toudai[0]!.path },
    }),
    revisions: 4,
  },
  {
    by: "10442087",
    change: (_, { library }) => ({
      attachments: [{ name: "harbour-scans.zip", path: library.zips[0]!.path }],
    }),
  },
  {
    by: "11873302",
    change: (_, { library }) => ({ attachments: [{ name: "線画セット.zip", path: library.zips[1]!.path }] }),
    revisions: 2,
  },
  {
    by: "50718842",
    change: (_, { library }) => ({
      title: "Bonus letter (password in the DM)",
      attachments: [{ name: "bonus.zip", path: library.lockedZip.path }],
    }),
  },
  {
    by: "RG31415",
    change: (_, { library }) => ({
      title: "硝子の駅 完全版(分割ファイル)",
      file: {},
      attachments: library.parts.map((part, i) => ({
        name: `RJ01000777.part${i + 1}.${i === 0 ? "exe" : "rar"}`,
        path: part.path,
      })),
    }),
  },
  { by: "RG27182", change: () => ({ published: null }) },
  {
    by: "70094418",
    change: (post, { rng }, person) => ({
      poll: { ...poll(rng, THEMES[person.theme], at(post)), allow_multiple: false, closes_at: null },
    }),
  },
  {
    by: "91177520",
    change: (post, { rng }, person) => ({
      poll: {
        ...poll(rng, THEMES[person.theme], at(post)),
        allow_multiple: true,
        closes_at: null,
        description: "여러 개를 골라도 됩니다.",
      },
    }),
  },
  {
    by: "61230015",
    change: (post, { rng }, person) => ({
      poll: { ...poll(rng, THEMES[person.theme], at(post)), closes_at: post.published! },
    }),
  },
  { by: "48211", change: () => ({ incomplete_rewards: { complete: 1, incomplete: 3 } }) },
  {
    by: "verdigrisstudio",
    change: () => ({
      incomplete_rewards: { price: 12.5, media_count: 9, photo_count: 8, video_count: 1 },
      file: {},
      attachments: [],
    }),
  },
  {
    by: "22077310",
    change: (_, { library }) => ({
      title: "Glass choir, stems and patch",
      attachments: library.sounds.map((sound, i) => ({ name: `stem ${i + 1}.wav`, path: sound.path })),
    }),
  },
  {
    by: "slowkitchenada",
    change: (_, { library }) => ({
      title: "Leek and white bean stew, the film",
      file: {},
      attachments: [
        { name: "stew.mp4", path: library.clips[1]!.path },
        { name: "stew.webm", path: library.clips[0]!.path },
      ],
      captions: { "0": "Start the onions first.", "1": "The same, smaller." },
    }),
  },
  {
    by: "22077310",
    change: () => ({
      embed: {
        url: "https://example.com/watch/rain-on-tin",
        subject: "Rain on tin, live",
        description: "Forty minutes, one take, one doorbell.",
      },
    }),
  },
  { by: "9017324", change: () => ({ tags: null, shared_file: true }) },
  {
    by: "e04b7716c0d211eda9ce5254001e7c00",
    change: (_, { library }) => ({ file: { name: "茶馆.gif", path: library.animations[1]!.path } }),
  },
  {
    by: "418820937745702912",
    change: (_, { library }) => ({
      file: {},
      attachments: library.pictures.moss.map((file, i) => ({
        name: `moss-${i + 1}${extensionOf(file.path)}`,
        path: file.path,
      })),
    }),
  },
];

export const ODD_COUNT = ODD.length;

/** Writes all edge cases. */
export function writeOddities(studio: Studio, people: readonly Person[]): void {
  for (const odd of ODD) {
    const person = people.find(({ id }) => id === odd.by)!;
    const plain = { ...ordinaryPost(studio, person), poll: null, incomplete_rewards: null };
    const post = { ...plain, ...odd.change(plain, studio, person) };
    studio.writer.write("posts", post);
    writeRevisions(studio, post, THEMES[person.theme], odd.revisions ?? 0);
  }
}

/** More than 30 kB of text. */
function longStory(studio: Studio, person: Person): string {
  const theme = THEMES[person.theme];
  let html = "";
  while (Buffer.byteLength(html) < 32_000)
    html += contentOf(new TextGenerator(theme, studio.rng), theme, studio.rng, { paragraphs: 4, inline: [] });
  return html;
}

function twoHundred({ library }: Studio): Partial<Post> {
  const pool = [...library.studies, ...Object.values(library.pictures).flat(), ...library.banners];
  const refs = Array.from({ length: 200 }, (_, i) => {
    const file = pool[i % pool.length]!;
    return {
      name: `day-${String(i + 1).padStart(3, "0")}${extensionOf(file.path)}`,
      path: file.path,
    };
  });
  return {
    id: postId("patreon", 9_000_000),
    title: "A study a day: two hundred days",
    file: refs[0]!,
    attachments: refs.slice(1).concat(refs[0]!),
  };
}
