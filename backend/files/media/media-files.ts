/** Posters, strips and renditions of videos on this machine's disk, beside the thumbnails. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { hashOfPath } from "#shared/rules/files.ts";
import { storePicture } from "../store-picture.ts";

const EXTENSIONS = { poster: ".jpg", strip: ".jpg", rendition: ".mp4" };
export type MediaPart = keyof typeof EXTENSIONS;
const PARTS = Object.keys(EXTENSIONS) as MediaPart[];

/** File of a part that is being written, or was when the worker was killed. */
export const unfinished = (target: string) => `${target}.part`;

export class MediaFiles {
  /** May be deleted at any time: the worker makes all of it again. */
  readonly folder: string;

  /** @param data folder of ROOST_DATA */
  constructor(data: string) {
    this.folder = join(data, "cache", "media");
  }

  /** Path of a JPEG or MP4, existing or not. */
  locate(hash: string, part: MediaPart): string {
    return join(this.folder, hash.slice(0, 2), hash.slice(2, 4), `${hash}.${part}${EXTENSIONS[part]}`);
  }

  async store(hash: string, part: MediaPart, picture: Uint8Array): Promise<void> {
    await storePicture(picture, this.locate(hash, part));
  }

  /** Deletes those of a deleted file. */
  async remove(path: string): Promise<void> {
    const hash = hashOfPath(path);
    if (hash === undefined) return;
    for (const part of PARTS) {
      const target = this.locate(hash, part);
      await rm(target, { force: true });
      await rm(unfinished(target), { force: true });
    }
  }
}
