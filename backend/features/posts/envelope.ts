/** Response of a post or revision page. */
import { type FileRef, hasFile } from "#shared/entities/file.ts";
import type { MediaDetails } from "#shared/entities/media-details.ts";
import type {
  PagePost,
  PageRevision,
  PostEnvelope,
  Preview,
  RevisionPost,
  RootAttachment,
  Video,
} from "#shared/entities/post.ts";
import { kindOf } from "#shared/rules/file-types.ts";
import { extensionOf, hashOfPath } from "#shared/rules/files.ts";
import { isInlineImage } from "#shared/rules/image-types.ts";
import type { ImageSize, PostPage } from "./post-queries.ts";

/**
 * Builds the lists clients use to look up file servers: every path is in `attachments` or `previews`.
 * @param serverOf absolute origin of the file with a stored path, without a trailing slash
 */
export function envelope(
  shown: PagePost | PageRevision,
  { post: current, revisions, flagged, sizes, copies, media }: PostPage,
  serverOf: (path: string) => string,
): PostEnvelope {
  const files = hasFile(shown.file) ? [shown.file, ...shown.attachments] : shown.attachments;
  const attachments = files
    .filter(({ path }) => !isInlineImage(path))
    .map((file) => rootAttachment(file, serverOf(file.path), media[hashOfPath(file.path) ?? ""]));
  const total = revisions.length + 1;
  const paths = new Map(files.map(({ path }) => [hashOfPath(path), path]));
  return {
    post: shown,
    attachments,
    previews: [
      ...files
        .filter(({ path }) => isInlineImage(path))
        .map((file) => {
          const hash = hashOfPath(file.path) ?? "";
          return thumbnail(file, serverOf(file.path), { size: sizes[hash], larger: paths.get(copies[hash]) });
        }),
      ...embedPreview(shown),
    ],
    videos: attachments.flatMap((file, index) => (isVideo(file) ? [video(file, index)] : [])),
    props: {
      flagged,
      revisions: [current, ...revisions.map(listed)].map((version, at) => [total - 1 - at, version]),
    },
  };
}

/** Converts a revision for a list. */
export function listed({ incomplete_rewards: _, ...revision }: PageRevision): RevisionPost {
  return revision;
}

function isVideo(file: FileRef): boolean {
  return kindOf(extensionOf(file.path)) === "video";
}

function thumbnail(
  { name, path }: FileRef,
  server: string,
  { size, larger }: { size: ImageSize | undefined; larger: string | undefined },
): Preview {
  const preview: Preview = { type: "thumbnail", server, name, path };
  if (size === undefined) return preview;
  const [width, height, color] = size;
  return {
    ...preview,
    width,
    height,
    ...(color !== null && { color }),
    ...(larger !== undefined && { copy_of: larger }),
  };
}

function embedPreview({ embed }: PagePost): Preview[] {
  if (embed.url === undefined) return [];
  return [
    { type: "embed", url: embed.url, subject: embed.subject ?? "", description: embed.description ?? "" },
  ];
}

function rootAttachment(
  { name, path }: FileRef,
  server: string,
  media: MediaDetails | undefined,
): RootAttachment {
  return {
    server,
    name,
    extension: extensionOf(path),
    name_extension: extensionOf(name),
    stem: hashOfPath(path) ?? "",
    path,
    ...(media !== undefined && { media }),
  };
}

function video(
  { path, name, extension, name_extension, server, media }: RootAttachment,
  index: number,
): Video {
  return { index, path, name, extension, name_extension, server, ...(media !== undefined && { media }) };
}
