/** Posters and strips of videos on this machine's disk, beside the thumbnails. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { hashOfPath } from "#shared/rules/files.ts";
import { storePicture } from "../store-picture.ts";

const PARTS = ["poster", "strip"] as const;
export type MediaPart = (typeof PARTS)[number];

export class MediaFiles {
  /** May be deleted at any time: the worker makes all of it again. */
  readonly folder: string;

  /** @param data folder of ROOST_DATA */
  constructor(data: string) {
    this.folder = join(data, "cache", "media");
  }

  /** Path of a JPEG, existing or not. */
  locate(hash: string, part: MediaPart): string {
    return join(this.folder, hash.slice(0, 2), hash.slice(2, 4), `${hash}.${part}.jpg`);
  }

  async store(hash: string, part: MediaPart, picture: Uint8Array): Promise<void> {
    await storePicture(picture, this.locate(hash, part));
  }

  /** Deletes those of a deleted file. */
  async remove(path: string): Promise<void> {
    const hash = hashOfPath(path);
    if (hash === undefined) return;
    for (const part of PARTS) await rm(this.locate(hash, part), { force: true });
  }
}
