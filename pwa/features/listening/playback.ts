/** The audio element of the app, which plays on while pages change (PlayerBar.tsx). */
import { postKey } from "#shared/rules/offline-db.ts";
import { createStore } from "../../lib/create-store.ts";
import { mediaPreload } from "../../lib/data-saver.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { errorCause, type MediaFault } from "../../lib/media-fault.ts";
import { recall } from "./playback-positions.ts";
import { playing, type Sounds } from "./playing.ts";

export const isPaused = createStore(true);
/** Track that could not be played. */
export const failed = createStore<{ path: string; fault: MediaFault } | undefined>(undefined);

let element: HTMLAudioElement | undefined;

/** Made when it is first played. */
export function audioElement(): HTMLAudioElement {
  if (element !== undefined) return element;
  const audio = new Audio();
  audio.controls = true;
  audio.preload = mediaPreload();
  for (const event of ["play", "pause", "ended", "emptied"])
    audio.addEventListener(event, () => isPaused.set(audio.paused || audio.ended));
  audio.addEventListener("error", () => {
    const path = playing.get()?.path;
    if (path !== undefined) void errorCause(audio).then((fault) => failed.set({ path, fault }));
  });
  element = audio;
  return audio;
}

/** Safari lets an element play later if it was loaded during a tap. Call before what takes a while. */
export const unlockAudio = (): void => audioElement().load();

/** Track that was played last. */
export function lastPath(sounds: Sounds): string | undefined {
  const known = recall(postKey(sounds))?.path;
  return (sounds.tracks.find(({ path }) => path === known) ?? sounds.tracks[0])?.path;
}

/** Plays a track from where it was left. */
export function play(sounds: Sounds, path = lastPath(sounds)): void {
  const track = sounds.tracks.find((one) => one.path === path);
  if (track === undefined) return;
  const audio = audioElement();
  const now = playing.get();
  failed.set(undefined);
  if (now === undefined || postKey(now) !== postKey(sounds) || now.path !== track.path) {
    playing.set({ ...sounds, path: track.path });
    audio.src = fileAddress(track);
    audio.ariaLabel = track.name;
    const place = recall(postKey(sounds));
    if (place?.path === track.path) audio.currentTime = place.seconds;
  }
  audio.play().catch(() => {}); // denied, or another track was chosen meanwhile
}

export const pause = (): void => element?.pause();

export function closePlayer(): void {
  pause();
  playing.set(undefined);
  element?.removeAttribute("src");
  element?.load();
}
