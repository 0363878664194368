/** Plans the ZIP of a post, or of several with a folder for each: files and generated texts. Pure. */
import type { FileRef } from "#shared/entities/file.ts";
import type { Comment, PostEnvelope } from "#shared/entities/post.ts";
import { typeOfExtension } from "#shared/rules/file-types.ts";
import { extensionOf, hashOfPath } from "#shared/rules/files.ts";
import { plainLines } from "../../../lib/plain-lines.ts";
import { filesOfPost, type PostWithFiles } from "../../../offline/library/file-kinds.ts";
import { safeName, zipNames } from "./names.ts";
import { DEFAULT_TEMPLATE, named } from "./template.ts";
import type { ZipFile, ZipJob } from "./worker-api.ts";

const [POST_NAME, COMMENTS_NAME, METADATA_NAME] = ["post.txt", "comments.txt", "metadata.json"];

export interface PlannedFile extends FileRef {
  hash: string;
}

/** Files of the post without duplicates, each under its first name. */
export function filesToZip(post: PostWithFiles): PlannedFile[] {
  const files = new Map<string, PlannedFile>();
  for (const { name, path } of filesOfPost(post)) {
    const hash = hashOfPath(path);
    const known = hash === undefined ? undefined : files.get(hash);
    if (hash !== undefined && (known === undefined || known.name === ""))
      files.set(hash, { name, path, hash });
  }
  return [...files.values()];
}

/** Data of the post from its page. */
export interface ZipProps {
  envelope: PostEnvelope;
  /** Name of the creator. */
  creator: string;
  /** Loads the comments on demand. @throws if they are unavailable */
  comments: () => Promise<readonly Comment[]>;
}

export interface Parts {
  text: boolean;
  comments: boolean;
  metadata: boolean;
}

export interface ZipOptions {
  envelope: PostEnvelope;
  /** Name of the creator. */
  creator: string;
  /** Address of the post's page. */
  address: string;
  files: readonly PlannedFile[];
  /** Template of file names (template.ts). */
  template?: string;
  /** Hashes of files that are listed in the metadata only. */
  skipped: ReadonlySet<string>;
  parts: Parts;
  /** Empty if not wanted. */
  comments: readonly Comment[];
}

type Plan = Omit<ZipJob, "output" | "servers">;

/** A job without a destination. */
export function zipJob(options: ZipOptions): Plan {
  return planOf(options, "");
}

/** Plans a ZIP of several posts, each in its own folder. */
export function zipOfPosts(posts: readonly ZipOptions[]): Plan {
  const whole: Plan = { first: [], files: [], texts: [], metadata: [] };
  const folders = folderNames(posts);
  for (const [place, post] of posts.entries()) {
    const { files, texts, metadata } = planOf(post, `${folders[place]}/`);
    const from = whole.files.length;
    whole.files.push(...files);
    whole.texts.push(...texts);
    whole.metadata.push(...metadata.map((one) => ({ ...one, from })));
  }
  return whole;
}

function planOf(options: ZipOptions, folder: string): Plan {
  const { envelope, files, skipped, parts, comments } = options;
  const names = namesInZip(options);
  const published = Date.parse(`${envelope.post.published ?? envelope.post.added ?? ""}Z`);
  const modified = Number.isNaN(published) ? Date.now() : published;
  const entry = (name: string) => ({ zipName: `${folder}${name}`, modified });
  return {
    first: [],
    files: files.map(
      (file, place): ZipFile => ({
        ...file,
        ...entry(names[place] ?? file.hash),
        isSkipped: skipped.has(file.hash),
      }),
    ),
    texts: [
      ...(parts.text ? [{ ...entry(POST_NAME), text: postText(options) }] : []),
      ...(parts.comments && comments.length > 0
        ? [{ ...entry(COMMENTS_NAME), text: commentsText(comments) }]
        : []),
    ],
    metadata: parts.metadata
      ? [{ ...entry(METADATA_NAME), value: metadataOf(options), from: 0, count: files.length }]
      : [],
  };
}

/** A name for each file, in order. */
export function namesInZip({
  envelope: { post },
  creator,
  files,
  template = DEFAULT_TEMPLATE,
}: Nameable & Pick<ZipOptions, "files" | "template">): string[] {
  const { title, service, id } = post;
  const date = (post.published ?? post.added ?? "").slice(0, 10);
  const renamed = named(files, template, { title: title.trim(), creator, date, service, id });
  return zipNames(renamed, [POST_NAME, COMMENTS_NAME, METADATA_NAME]);
}

type Nameable = Pick<ZipOptions, "creator"> & {
  envelope: {
    post: Pick<PostEnvelope["post"], "title" | "id"> & {
      service: string;
      published?: string | null;
      added?: string | null;
    };
  };
};

/** `Creator - Title (service 123).zip`. */
export const zipFileName = (post: Nameable, extension = ".zip"): string => `${nameOf(post)}${extension}`;

/** A unique name for each folder, in order. */
export function folderNames(posts: readonly Nameable[]): string[] {
  const used = new Set<string>();
  return posts.map((post) => {
    const whole = nameOf(post);
    let name = whole;
    // Post ids may repeat between creators.
    for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${whole} (${number})`;
    used.add(name.toLowerCase());
    return name;
  });
}

function nameOf({ envelope: { post }, creator }: Nameable): string {
  const place = `(${post.service} ${post.id})`;
  const title = post.title.trim();
  const name = safeName(title === "" ? creator : `${creator} - ${title}`, "post").replaceAll(".zip", "");
  return `${safeName([...name].slice(0, 80).join(""), "post")} ${safeName(place)}`;
}

function postText({ envelope: { post }, creator, address }: ZipOptions): string {
  const facts = [
    post.title.trim(),
    creator,
    post.published ?? "",
    address,
    (post.tags ?? []).map((tag) => `#${tag}`).join(" "),
  ];
  return `${facts.filter((fact) => fact !== "").join("\n")}\n\n${plainLines(post.content)}\n`;
}

function commentsText(comments: readonly Comment[]): string {
  return comments
    .map(({ commenter, commenter_name, published, content, parent_id }) => {
      const head = `${parent_id === null ? "" : "> "}${commenter_name ?? commenter}, ${published}`;
      return `${head}\n${plainLines(content)}\n`;
    })
    .join("\n");
}

function metadataOf({ envelope: { post }, creator, address, comments, parts }: ZipOptions) {
  const { incomplete_rewards: _, next: __, prev: ___, file: ____, attachments: _____, ...kept } = post;
  return {
    format: "roost-post",
    version: 1,
    madeAt: new Date().toISOString(),
    address,
    creatorName: creator,
    post: kept,
    ...(parts.comments ? { comments } : {}),
  };
}

/** True for images that the device and readers of books can show. */
export function isPage({ path }: { path: string }): boolean {
  const type = typeOfExtension(extensionOf(path));
  return type?.kind === "image" && type.inline === true;
}
