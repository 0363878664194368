import { type RefObject, useEffect } from "react";
import { forget, recall, remember } from "./playback-positions.ts";
import { applySpeed, chooseSpeed } from "./speed.ts";

/** The playing element; starting another one stops it. */
let playing: HTMLMediaElement | undefined;

/**
 * Registers a video or audio element as a player: only one plays at a time, and each resumes at its last position.
 * @param key key of the position, see `PlaybackPosition`
 * @param path file in the element
 */
export function usePlayer(element: RefObject<HTMLMediaElement | null>, key: string, path: string): void {
  useEffect(() => {
    const media = element.current;
    if (media === null) return;
    const known = recall(key);
    if (known?.path === path && media.currentTime === 0) media.currentTime = known.seconds;
    let kept = media.currentTime;
    const src = media.getAttribute("src");
    const keep = () => {
      if (media.getAttribute("src") !== src) return; // it plays something else already
      if (media.ended || (media.currentTime === 0 && media.paused)) return;
      kept = media.currentTime;
      remember({ key, path, seconds: kept });
    };
    const controller = new AbortController();
    const on = (event: string, act: () => void) =>
      media.addEventListener(event, act, { signal: controller.signal });
    const start = () => {
      if (playing !== media) playing?.pause();
      playing = media;
      applySpeed(media);
      keep();
    };
    on("play", start);
    if (!media.paused) start();
    // Set in the browser's own controls.
    on("ratechange", () => chooseSpeed(media.playbackRate));
    on("timeupdate", () => Math.abs(media.currentTime - kept) >= 1 && keep());
    on("pause", keep);
    on("seeked", keep);
    on("ended", () => forget(key));
    addEventListener("pagehide", keep, { signal: controller.signal });
    return () => {
      keep();
      controller.abort();
    };
  }, [element, key, path]);
}
