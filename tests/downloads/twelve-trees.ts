/** One invented archive in the layouts of twelve programs, each of which has lost a part of it. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { writeDatabase } from "#tests/support/plain-sample.ts";
import { hashed, stored } from "#tests/support/stored.ts";
import { writeFiles } from "./import.ts";

const SERVICES = ["patreon", "fanbox", "fantia", "onlyfans"] as const;
type Service = (typeof SERVICES)[number];
const CREATORS = 3;
const FILES = 4;

export interface InventedPost {
  service: Service;
  id: string;
  /** Id of the creator. */
  user: string;
  name: string;
  title: string;
  text: string;
  published: string;
  files: string[];
}

export function inventPosts(count: number): InventedPost[] {
  return Array.from({ length: count }, (_, n) => {
    const service = SERVICES[n % SERVICES.length] as Service;
    const creator = Math.floor(n / SERVICES.length) % CREATORS;
    const id = String(9_000_000 + n);
    const name = `ann${creator}`;
    return {
      ...{ service, id, name, title: service === "onlyfans" ? "" : `Post ${id}`, text: `Text of ${id}.` },
      user: service === "onlyfans" ? name : String(70_000_001 + creator),
      published: new Date(Date.UTC(2024, 0, 1, 12, 5, 7) + n * 3_600_000).toISOString().slice(0, 19),
      files: Array.from({ length: FILES }, (_, at) => `p${id}-${at}.png`),
    };
  });
}

export const contentOf = (file: string) => `content of ${file}`;
const onDisk = (path: string, files: readonly string[], nameOf = (file: string) => file) =>
  Object.fromEntries(files.map((file) => [`${path}/${nameOf(file)}`, contentOf(file)]));
const attachmentsOf = ({ files }: InventedPost) => files.map((file) => stored(file, contentOf(file)));

/** A post and those of its files that a tree has. */
interface Kept {
  post: InventedPost;
  files: string[];
}

type Contents = Record<string, string | object>;

interface Program {
  name: string;
  services: readonly Service[];
  /** Its metadata names the files of a post, also those that are lost. */
  namesFiles: boolean;
  files: (kept: readonly Kept[]) => Contents;
  /** Statements by path. */
  databases?: (kept: readonly Kept[]) => Record<string, string[]>;
}

const each = (write: (kept: Kept) => Contents) => (kept: readonly Kept[]) =>
  Object.assign({}, ...kept.map(write)) as Contents;

/** Groups by creator. */
function byCreator(kept: readonly Kept[]): Kept[][] {
  const groups = new Map<string, Kept[]>();
  for (const one of kept) groups.set(one.post.user, [...(groups.get(one.post.user) ?? []), one]);
  return [...groups.values()];
}

const kemonoMetadata = (post: InventedPost, category: string) => ({
  ...{ id: post.id, user: post.user, username: post.name, service: post.service, title: post.title },
  ...{
    content: `<p>${post.text}</p>`,
    published: post.published,
    file: {},
    attachments: attachmentsOf(post),
  },
  ...{ category, subcategory: post.service },
});

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le") as unknown as object;
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const PATREON_DL_TABLES = [
  "create table campaign (campaign_id text primary key, creator_id text, campaign_name text not null, last_download integer not null, details text not null)",
  "create table content (content_id text, content_type text, campaign_id text, title text, content_subtype text, is_viewable integer, published_at integer, details text not null, primary key (content_id, content_type))",
  "create table post_comments (post_id text primary key, comment_count text not null, comments text)",
];
const USER_DATA_TABLES = [
  "create table medias (id integer primary key, media_id integer, post_id integer, link text, directory text, filename text, size integer, api_type text, media_type text, downloaded integer)",
  "create table messages (post_id integer, text text, price integer, paid integer, created_at text, user_id integer)",
  "create table posts (post_id integer, text text, price integer, paid integer, created_at text)",
  "create table profiles (id integer, user_id integer, username text)",
];

const patreonDlFolder = ({ name, id }: InventedPost) => `${name} - ${name}/posts/${id} - Post ${id}/images`;

const userData = (directory: (post: InventedPost) => string) => (group: readonly Kept[]) => [
  ...USER_DATA_TABLES,
  `insert into profiles values (1, 55, ${quoted(group[0]?.post.user ?? "")})`,
  ...group.map(
    ({ post }) =>
      `insert into posts values (${post.id}, ${quoted(post.text)}, 0, 0, ${quoted(post.published.replace("T", " "))})`,
  ),
  ...group.flatMap(({ post }) =>
    post.files.map(
      (file) => `insert into medias (post_id, directory, filename, size, api_type, media_type, downloaded)
        values (${post.id}, ${quoted(directory(post))}, ${quoted(file)}, ${contentOf(file).length}, 'Posts', 'Images', 1)`,
    ),
  ),
];
const ofDlFolder = ({ user }: InventedPost) => `OnlyFans/${user}/Posts/Free/Images`;
const ofScraperFolder = ({ user }: InventedPost) => `disk/${user}/Posts/Images`;

const PROGRAMS: readonly Program[] = [
  {
    ...{ name: "gallery-dl of an archive", services: SERVICES, namesFiles: true },
    files: each(({ post, files }) => ({
      [`kemono/${post.service}/${post.user}/${post.id}.json`]: kemonoMetadata(post, "kemono"),
      ...onDisk(
        `kemono/${post.service}/${post.user}`,
        files,
        (file) => `${post.id}_T_0${post.files.indexOf(file) + 1}_${file}`,
      ),
    })),
  },
  {
    ...{ name: "gallery-dl of Patreon", services: ["patreon"], namesFiles: true },
    files: each(({ post, files }) => {
      const metadata = {
        ...{ id: Number(post.id), title: post.title, content: `<p>${post.text}</p>`, category: "patreon" },
        ...{ published_at: `${post.published}.000+00:00`, tags: [], subcategory: "creator" },
        creator: { id: post.user, full_name: post.name, vanity: post.name },
      };
      const sidecars = post.files.map((file, at) => [
        `patreon/${post.name}/${post.id}_0${at + 1}.png.json`,
        { ...metadata, num: at + 1, filename: file.replace(".png", ""), extension: "png", type: "image" },
      ]);
      return {
        [`patreon/${post.name}/${post.id}.json`]: metadata,
        ...Object.fromEntries(sidecars),
        ...onDisk(`patreon/${post.name}`, files, (file) => `${post.id}_0${post.files.indexOf(file) + 1}.png`),
      };
    }),
  },
  {
    ...{ name: "KToolBox", services: SERVICES, namesFiles: true },
    files: each(({ post, files }) => ({
      [`${post.service} ${post.name}/${post.id}/post.json`]: {
        ...{ id: post.id, user: post.user, service: post.service, title: post.title, file: {} },
        ...{ content: `<p>${post.text}</p>`, published: post.published, attachments: attachmentsOf(post) },
      },
      ...onDisk(`${post.service} ${post.name}/${post.id}/attachments`, files),
    })),
  },
  {
    ...{ name: "kemono-dl of 2022", services: SERVICES, namesFiles: true },
    files: each(({ post, files }) => {
      const folder = `Downloads/${post.service}/${post.name} [${post.user}]/[20240101] [${post.id}] ${post.title || "Untitled"}`;
      return {
        [`${folder}/[${post.id}]_json.json`]: {
          post_variables: {
            ...{
              id: post.id,
              user_id: post.user,
              username: post.name,
              site: "kemono",
              service: post.service,
            },
            ...{
              title: post.title,
              added: null,
              updated: null,
              published: post.published.slice(0, 10).replaceAll("-", ""),
            },
          },
          attachments: post.files.map((file, at) => ({
            file_path: `${folder}/${at + 1}_${file}`,
            file_variables: {
              index: `${at + 1}`,
              filename: file.replace(".png", ""),
              ext: "png",
              hash: hashed(contentOf(file)),
            },
          })),
          ...{ inline_images: [], content: { text: `<p>${post.text}</p>` }, links: { text: null } },
        },
        [`${folder}/[${post.id}]_content.html`]: utf16(`<p>${post.text}</p>`),
        ...onDisk(folder, files, (file) => `${post.files.indexOf(file) + 1}_${file}`),
      };
    }),
  },
  {
    ...{ name: "kemono-dl", services: SERVICES, namesFiles: false },
    files: each(({ post, files }) => ({
      [`${post.service}/${post.user}/${post.id}/content.html`]: `<p>${post.text}</p>`,
      ...onDisk(`${post.service}/${post.user}/${post.id}`, files),
    })),
  },
  {
    ...{ name: "Kemono and Coomer Downloader", services: SERVICES, namesFiles: true },
    files: each(({ post, files }) => {
      const folder = `kemono/${post.name}-${post.service}-${post.user}/posts/${post.id}`;
      const links = attachmentsOf(post).map(
        ({ name, path }) => `- ${name}: https://n4.kemono.su/data${path}?f=${name}`,
      );
      return {
        [`${folder}/files.md`]: [
          ...[`# ${post.title}`, post.text, "---", "## Raw Title and Content", `Raw Title: ${post.title}`],
          ...[`Raw Content:\n<p>${post.text}</p>`, "## Attachments", links.join("\n"), ""],
        ].join("\n\n"),
        ...onDisk(folder, files, (file) => `${post.files.indexOf(file) + 1}-${file}`),
      };
    }),
  },
  {
    ...{ name: "patreon-dl", services: ["patreon"], namesFiles: true },
    files: each(({ post, files }) => onDisk(patreonDlFolder(post), files)),
    databases: (kept) => ({
      ".patreon-dl/db.sqlite": [
        ...PATREON_DL_TABLES,
        ...byCreator(kept).flatMap((group) => {
          const [
            {
              post: { user, name },
            },
          ] = group as [Kept];
          const creator = { type: "user", id: user, fullName: name, vanity: name };
          return [
            `insert into campaign values ('c${user}', '${user}', '', 0, ${quoted(JSON.stringify({ id: `c${user}`, name, creator }))})`,
            ...group.map(({ post }) => {
              const details = {
                ...{
                  type: "post",
                  id: post.id,
                  isViewable: true,
                  title: post.title,
                  content: `<p>${post.text}</p>`,
                },
                ...{
                  publishedAt: `${post.published}.000+00:00`,
                  editedAt: null,
                  coverImage: null,
                  video: null,
                  audio: null,
                },
                ...{ attachments: [], embed: null, tags: [] },
                images: post.files.map((file) => ({
                  ...{ id: file, filename: file, downloaded: { path: `${patreonDlFolder(post)}/${file}` } },
                })),
              };
              return `insert into content values ('${post.id}', 'post', 'c${user}', '', '', 1, 0, ${quoted(JSON.stringify(details))})`;
            }),
          ];
        }),
      ],
    }),
  },
  {
    ...{ name: "PatreonDownloader", services: ["patreon"], namesFiles: false },
    files: (kept) =>
      Object.assign(
        {},
        ...byCreator(kept).map((group) => {
          const [
            {
              post: { user, name },
            },
          ] = group as [Kept];
          const media = (post: InventedPost, at: number) => `${post.id}${at}`;
          return {
            [`${name}/page_1.json`]: {
              data: group.map(({ post }) => ({
                ...{ id: post.id, type: "post" },
                attributes: {
                  ...{
                    current_user_can_view: true,
                    title: post.title,
                    content: `<p>${post.text}</p>`,
                    embed: null,
                  },
                  published_at: `${post.published}.000+00:00`,
                },
                relationships: {
                  user: { data: { id: user, type: "user" } },
                  images: { data: post.files.map((_, at) => ({ id: media(post, at), type: "media" })) },
                },
              })),
              included: [
                {
                  id: user,
                  type: "user",
                  attributes: { full_name: name, url: `https://www.patreon.com/${name}` },
                },
                ...group.flatMap(({ post }) =>
                  post.files.map((file, at) => ({
                    id: media(post, at),
                    type: "media",
                    attributes: { file_name: file },
                  })),
                ),
              ],
              ...{ links: { next: null }, meta: {} },
            },
            ...Object.assign(
              {},
              ...group.map(({ post, files }) =>
                onDisk(
                  name,
                  files,
                  (file) => `${post.id}_media_${media(post, post.files.indexOf(file))}_${file}`,
                ),
              ),
            ),
          };
        }),
      ) as Contents,
  },
  {
    ...{ name: "PixivUtil2", services: ["fanbox"], namesFiles: false },
    files: each(({ post, files }) => {
      const folder = `FANBOX ${post.name} (${post.user})`;
      const key = (file: string) => createHash("sha1").update(file).digest("hex").slice(0, 24);
      return {
        [`${folder}/${post.id} - ${post.title}.txt`]: [
          ...[`ArtistID      = ${post.user}`, `ArtistName    = ${post.name}`, `ImageID       = ${post.id}`],
          ...[`Title         = ${post.title}`, `Caption       = ${post.text}`, "Image Mode    = image"],
          ...["Pages         = 4", `Date          = ${post.published}+00:00`, "Like Count    = 8"],
          `Link          = https://www.fanbox.cc/@${post.name}/posts/${post.id}`,
        ].join("\r\n"),
        ...onDisk(
          folder,
          files,
          (file) => `${post.id}_p${post.files.indexOf(file)}_${key(file)} - ${post.title}.png`,
        ),
      };
    }),
  },
  {
    ...{ name: "fantiadl", services: ["fantia"], namesFiles: false },
    files: each(({ post, files }) => {
      const folder = `${post.name}/${post.id}`;
      return {
        [`${folder}/metadata.json`]: {
          ...{
            id: Number(post.id),
            title: post.title,
            comment: post.text,
            converted_at: null,
            rating: "general",
          },
          posted_at: new Date(`${post.published}Z`).toUTCString().replace("GMT", "+0000"),
          fanclub: { id: Number(post.user), name: post.name, creator_name: post.name, user: { id: 1 } },
          ...{ tags: [], thumb: null },
          post_contents: [
            {
              id: 1,
              category: "photo_gallery",
              title: "Photos",
              comment: "",
              visible_status: "visible",
              post_content_photos: [],
            },
          ],
        },
        ...onDisk(`${folder}/Photos`, files, (file) => `${post.files.indexOf(file)}.png`),
      };
    }),
  },
  {
    ...{ name: "OF-DL", services: ["onlyfans"], namesFiles: true },
    files: each(({ post, files }) => onDisk(ofDlFolder(post), files)),
    databases: (kept) =>
      Object.fromEntries(
        byCreator(kept).map((group) => [
          `OnlyFans/${group[0]?.post.user}/Metadata/user_data.db`,
          userData(() => "Posts/Free/Images")(group),
        ]),
      ),
  },
  {
    ...{ name: "OF-Scraper", services: ["onlyfans"], namesFiles: true },
    files: each(({ post, files }) => onDisk(ofScraperFolder(post), files)),
    databases: (kept) =>
      Object.fromEntries(
        byCreator(kept).map((group, at) => [
          `profile/.data/5${at}/user_data.db`,
          userData((post) => `/home/me/${ofScraperFolder(post)}`)(group),
        ]),
      ),
  },
];

export interface Tree {
  program: Program;
  kept: Kept[];
}

/** Gives each tree a part of the posts and files, so that together they have everything. */
export function loseParts(posts: readonly InventedPost[], next: () => number): Tree[] {
  const trees = PROGRAMS.map((program): Tree => ({ program, kept: [] }));
  for (const post of posts) {
    const able = trees.filter(({ program }) => program.services.includes(post.service));
    const files = new Map(able.map((tree) => [tree, [] as string[]]));
    for (const file of post.files) {
      const keeper = able[Math.floor(next() * able.length)];
      for (const tree of able) if (tree === keeper || next() < 0.4) files.get(tree)?.push(file);
    }
    for (const [tree, kept] of files)
      if (kept.length > 0 || next() < 0.5) tree.kept.push({ post, files: kept });
  }
  return trees;
}

export async function writeTree({ program, kept }: Tree, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFiles(folder, program.files(kept));
  for (const [path, statements] of Object.entries(program.databases?.(kept) ?? {})) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    writeDatabase(folder, path, statements);
  }
}
