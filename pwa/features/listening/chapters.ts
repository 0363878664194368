import { type RefObject, useEffect, useState } from "react";
import type { FileRef } from "#shared/entities/file.ts";
import { fileAddress } from "../../lib/file-address.ts";
import type { Chapter } from "./read-chapters.ts";

/** Fewer are no choice. */
const MIN_CHAPTERS = 2;
/** Within these seconds of a chapter, "previous" is the one before. */
const RESTART_SECONDS = 3;

const NONE: readonly Chapter[] = [];

/** Chapters of an audio file once they are read; empty without any. */
export function useChapters(track: FileRef | undefined): readonly Chapter[] {
  const [read, setRead] = useState<{ path: string; chapters: readonly Chapter[] }>();
  const { path, name } = track ?? {};
  useEffect(() => {
    if (path === undefined || name === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    import("./read-chapters.ts")
      .then((file) => file.readChapters(fileAddress({ path, name }), path, signal))
      .then(
        (chapters) => signal.aborted || setRead({ path, chapters }),
        () => {}, // code that could not be loaded
      );
    return () => controller.abort();
  }, [path, name]);
  const chapters = read?.path === path ? read?.chapters : undefined;
  return chapters === undefined || chapters.length < MIN_CHAPTERS ? NONE : chapters;
}

const indexAt = (chapters: readonly Chapter[], seconds: number) =>
  chapters.findLastIndex(({ start }) => start <= seconds);

/** Index of the chapter that plays; -1 before the first. */
export function useCurrentChapter(audio: RefObject<HTMLAudioElement>, chapters: readonly Chapter[]): number {
  const [current, setCurrent] = useState(() => indexAt(chapters, audio.current.currentTime));
  useEffect(() => {
    const media = audio.current;
    const update = () => setCurrent(indexAt(chapters, media.currentTime));
    update();
    const controller = new AbortController();
    for (const event of ["timeupdate", "seeking"])
      media.addEventListener(event, update, { signal: controller.signal });
    return () => controller.abort();
  }, [audio, chapters]);
  return current;
}

/** Seeks to the next chapter. @returns false in the last one */
export function seekNext(media: HTMLMediaElement, chapters: readonly Chapter[]): boolean {
  return seekTo(media, chapters[indexAt(chapters, media.currentTime) + 1]);
}

/** Seeks to the start of the chapter, or to the one before from there. @returns false at the start of the file */
export function seekPrevious(media: HTMLMediaElement, chapters: readonly Chapter[]): boolean {
  return seekTo(media, chapters[indexAt(chapters, media.currentTime - RESTART_SECONDS)]);
}

function seekTo(media: HTMLMediaElement, chapter: Chapter | undefined): boolean {
  if (chapter !== undefined) media.currentTime = chapter.start;
  return chapter !== undefined;
}
