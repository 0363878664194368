import { type RefObject, useEffect, useRef } from "react";
import { browser } from "../../lib/secure-context/apis.ts";

/** Post that a video or audio file is played from, as a lock screen shows it. */
export interface PlayedFrom {
  creator: string;
  title: string;
  /** Address of the creator's icon. */
  icon: string;
}

export interface PlayedFile {
  name: string;
  from: PlayedFrom;
  /** Undefined if there is no such file. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

const SEEK_SECONDS = 10;

/** Shows what is played on the lock screen, whose buttons and those of a headset then control the element. */
export function useMediaSession(element: RefObject<HTMLMediaElement | null>, file: PlayedFile): void {
  const latest = useRef(file);
  latest.current = file;
  useEffect(() => {
    const media = element.current;
    const session = browser().mediaSession;
    if (media === null || session === undefined) return;
    let shown: MediaMetadata | undefined;
    const show = () => {
      shown = metadataOf(latest.current);
      session.metadata = shown;
      for (const [action, act] of actionsOf(media, latest.current)) session.setActionHandler(action, act);
    };
    const place = () => {
      const { duration, playbackRate, currentTime } = media;
      // Reading the metadata back gives the same object until another player shows its own.
      if (session.metadata !== shown || !Number.isFinite(duration)) return;
      session.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
    };
    const controller = new AbortController();
    const { signal } = controller;
    media.addEventListener("play", show, { signal });
    for (const event of ["play", "seeked", "ratechange", "durationchange"])
      media.addEventListener(event, place, { signal });
    return () => {
      controller.abort();
      if (shown === undefined || session.metadata !== shown) return;
      session.metadata = null;
      for (const [action] of actionsOf(media, latest.current)) session.setActionHandler(action, null);
    };
  }, [element]);
}

function metadataOf({ name, from }: PlayedFile): MediaMetadata {
  return new MediaMetadata({
    title: name,
    artist: from.creator,
    album: from.title,
    artwork: [{ src: new URL(from.icon, location.origin).href }],
  });
}

type Action = [MediaSessionAction, MediaSessionActionHandler | null];

function actionsOf(media: HTMLMediaElement, { onPrevious, onNext }: PlayedFile): Action[] {
  const seekBy = (seconds: number) => {
    media.currentTime = Math.max(0, media.currentTime + seconds);
  };
  return [
    ["play", () => void media.play().catch(() => {})],
    ["pause", () => media.pause()],
    ["seekbackward", ({ seekOffset = SEEK_SECONDS }) => seekBy(-seekOffset)],
    ["seekforward", ({ seekOffset = SEEK_SECONDS }) => seekBy(seekOffset)],
    [
      "seekto",
      ({ seekTime }) => {
        if (seekTime !== undefined) media.currentTime = seekTime;
      },
    ],
    ["previoustrack", onPrevious ?? null],
    ["nexttrack", onNext ?? null],
  ];
}
