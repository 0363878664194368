/** Files with subtitles beside a video, as tracks of the browser's player. */
import type { FileRef } from "#shared/entities/file.ts";
import { subtitleFormat } from "#shared/rules/file-types.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { decodeText } from "./archive-file/decode-text.ts";

/** A language tag at the end of a name, such as in `film.pt-BR.srt`. */
const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;
/** Commands of SubStation Alpha, which SubRip files have as well. */
const COMMANDS = /\{\\[^{}]*\}/g;

export interface Subtitles<F extends FileRef = FileRef> {
  file: F;
  /** BCP 47; empty if the name has none. */
  language: string;
}

const stemOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf("."))).toLowerCase();

/**
 * Returns those of a video: with its name, perhaps with a language after it; of the only video of a post, all.
 * @param count number of videos of the post
 */
export function subtitlesOf<F extends FileRef>(
  video: { name: string },
  count: number,
  files: readonly F[],
): Subtitles<F>[] {
  const stem = stemOf(video.name);
  return files
    .filter((file) => subtitleFormat(file) !== undefined)
    .filter(({ name }) => count === 1 || stemOf(name) === stem || stemOf(name).startsWith(`${stem}.`))
    .map((file) => {
      const tag = stemOf(file.name).split(".").at(-1) ?? "";
      return { file, language: stemOf(file.name).includes(".") && TAG.test(tag) ? tag : "" };
    });
}

/** Players that have them; a player may have tracks of its own file as well. */
const added = new WeakSet<HTMLVideoElement>();

/** Adds them to a player, each read when the video first plays; once for each element. */
export function addSubtitles(video: HTMLVideoElement, all: readonly Subtitles[]): void {
  if (added.has(video)) return;
  added.add(video);
  const tracks = all.map(({ file, language }) => ({
    file,
    track: video.addTextTrack("subtitles", labelOf(file, language), language),
  }));
  for (const { track } of tracks) track.mode = "disabled";
  const read = async () => {
    for (const { file, track } of tracks)
      await fill(track, file).catch((error: unknown) => console.warn("Subtitles could not be read.", error));
  };
  video.addEventListener("play", () => void read(), { once: true });
}

function labelOf({ name }: FileRef, language: string): string {
  if (language === "") return name;
  return new Intl.DisplayNames([document.documentElement.lang], { type: "language" }).of(language) ?? name;
}

async function fill(track: TextTrack, file: FileRef): Promise<void> {
  const type = subtitleFormat(file);
  const response = await fetch(fileAddress(file));
  if (!response.ok || type === undefined) throw new Error(`${file.name} came with ${response.status}`);
  const text = decodeText(new Uint8Array(await response.arrayBuffer()), document.documentElement.lang, false);
  const { parseText } = await import("media-captions");
  const { cues } = await parseText(text, { type });
  for (const { startTime, endTime, text: words } of cues)
    track.addCue(new VTTCue(startTime, endTime, words.replace(COMMANDS, "")));
}
