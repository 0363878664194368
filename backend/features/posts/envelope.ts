/** The answer of a post or revision page. */
import { type FileRef, hasFile } from "#shared/entities/file.ts";
import type {
  PagePost,
  PostEnvelope,
  Preview,
  RevisionPost,
  RootAttachment,
  Video,
} from "#shared/entities/post.ts";
import { extensionOf, hashOfPath, kindOf } from "#shared/rules/files.ts";

/**
 * Puts a post's files into the lists clients look servers up in: every path is in `attachments` or `previews`.
 * @param revisions older ones, newest first
 * @param serverOf absolute origin of the file with a stored path, without trailing slash
 */
export function envelope(
  shown: PagePost | RevisionPost,
  current: PagePost,
  revisions: RevisionPost[],
  serverOf: (path: string) => string,
): PostEnvelope {
  const files = hasFile(shown.file) ? [shown.file, ...shown.attachments] : shown.attachments;
  const total = revisions.length + 1;
  return {
    post: shown,
    attachments: files
      .filter((file) => !isImage(file))
      .map((file) => rootAttachment(file, serverOf(file.path))),
    previews: [
      ...files.filter(isImage).map((file) => thumbnail(file, serverOf(file.path))),
      ...embedPreview(shown),
    ],
    videos: shown.attachments.flatMap((file, index) =>
      isVideo(file) ? [video(file, index, serverOf(file.path))] : [],
    ),
    props: {
      flagged: null, // flags come with accounts
      revisions: [current, ...revisions].map((version, at) => [total - 1 - at, version]),
    },
  };
}

function isImage(file: FileRef): boolean {
  return kindOf(extensionOf(file.path)) === "image";
}

function isVideo(file: FileRef): boolean {
  return kindOf(extensionOf(file.path)) === "video";
}

function thumbnail({ name, path }: FileRef, server: string): Preview {
  return { type: "thumbnail", server, name, path };
}

function embedPreview({ embed }: PagePost): Preview[] {
  if (embed.url === undefined) return [];
  return [
    { type: "embed", url: embed.url, subject: embed.subject ?? "", description: embed.description ?? "" },
  ];
}

function rootAttachment({ name, path }: FileRef, server: string): RootAttachment {
  return {
    server,
    name,
    extension: extensionOf(path),
    name_extension: extensionOf(name),
    stem: hashOfPath(path) ?? "",
    path,
  };
}

function video({ name, path }: FileRef, index: number, server: string): Video {
  return { index, path, name, extension: extensionOf(path), name_extension: extensionOf(name), server };
}
