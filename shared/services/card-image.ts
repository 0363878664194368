import type { FileRef } from "../entities/file.ts";
import { hasThumbnail } from "../rules/image-types.ts";
import { serviceInfoOf } from "./index.ts";

/** Image on a post's card: its main file, or on some services otherwise the first image attached. */
export function cardImage(post: {
  service: string;
  file: FileRef | object;
  attachments: FileRef[];
}): FileRef | undefined {
  const main = "path" in post.file ? post.file : undefined;
  if (main !== undefined && hasThumbnail(main.path)) return main;
  return serviceInfoOf(post.service)?.cardImage === "attachments"
    ? post.attachments.find((file) => hasThumbnail(file.path))
    : undefined;
}
