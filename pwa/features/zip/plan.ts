/** Plans the ZIP of a post: its files and generated texts. Pure. */
import type { FileRef } from "#shared/entities/file.ts";
import type { Comment, PostEnvelope } from "#shared/entities/post.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { plainLines } from "../../lib/plain-lines.ts";
import { filesOfPost } from "../../offline/library/file-kinds.ts";
import { safeName, zipNames } from "./names.ts";
import { named, USUAL } from "./template.ts";
import type { ZipFile, ZipJob } from "./worker-api.ts";

const [POST_NAME, COMMENTS_NAME, METADATA_NAME] = ["post.txt", "comments.txt", "metadata.json"];

export interface PlannedFile extends FileRef {
  hash: string;
}

/** Every file of the post once, under the first name that it has. */
export function filesToZip(post: PostEnvelope["post"]): PlannedFile[] {
  const files = new Map<string, PlannedFile>();
  for (const { name, path } of filesOfPost(post)) {
    const hash = hashOfPath(path);
    const known = hash === undefined ? undefined : files.get(hash);
    if (hash !== undefined && (known === undefined || known.name === ""))
      files.set(hash, { name, path, hash });
  }
  return [...files.values()];
}

/** What the page has of the post. */
export interface ZipProps {
  envelope: PostEnvelope;
  /** Name of the creator. */
  creator: string;
  /** Asked when they are wanted. @throws where they cannot be had */
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
  /** How the files are called (template.ts). */
  template?: string;
  /** Hashes of files that are only named. */
  skipped: ReadonlySet<string>;
  parts: Parts;
  /** Empty unless they are wanted. */
  comments: readonly Comment[];
}

/** A job without a place to go to. */
export function zipJob(options: ZipOptions): Omit<ZipJob, "output" | "servers"> {
  const { envelope, files, skipped, parts, comments } = options;
  const names = namesInZip(options);
  const published = Date.parse(`${envelope.post.published ?? envelope.post.added ?? ""}Z`);
  return {
    files: files.map(
      (file, place): ZipFile => ({
        ...file,
        zipName: names[place] ?? file.hash,
        isSkipped: skipped.has(file.hash),
      }),
    ),
    texts: [
      ...(parts.text ? [{ zipName: POST_NAME, text: postText(options) }] : []),
      ...(parts.comments && comments.length > 0
        ? [{ zipName: COMMENTS_NAME, text: commentsText(comments) }]
        : []),
    ],
    metadata: parts.metadata ? { zipName: METADATA_NAME, value: metadataOf(options) } : undefined,
    modified: Number.isNaN(published) ? Date.now() : published,
  };
}

/** A name for each file, in their order. */
export function namesInZip({
  envelope: { post },
  creator,
  files,
  template = USUAL,
}: Pick<ZipOptions, "envelope" | "creator" | "files" | "template">): string[] {
  const { title, service, id } = post;
  const date = (post.published ?? post.added ?? "").slice(0, 10);
  const renamed = named(files, template, { title: title.trim(), creator, date, service, id });
  return zipNames(renamed, [POST_NAME, COMMENTS_NAME, METADATA_NAME]);
}

/** `Creator - Title (service 123).zip`. */
export function zipFileName({
  envelope: { post },
  creator,
}: Pick<ZipOptions, "envelope" | "creator">): string {
  const place = `(${post.service} ${post.id})`;
  const title = post.title.trim();
  const name = safeName(title === "" ? creator : `${creator} - ${title}`, "post").replaceAll(".zip", "");
  return `${safeName([...name].slice(0, 80).join(""), "post")} ${safeName(place)}.zip`;
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
