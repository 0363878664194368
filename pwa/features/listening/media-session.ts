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
  onPrevious?: (() => unknown) | undefined;
  onNext?: (() => unknown) | undefined;
}

const SEEK_SECONDS = 10;

/** Shows what is played on the lock screen, whose buttons and those of a headset then control the element. */
export function useMediaSession(element: RefObject<HTMLMediaElement | null>, file: PlayedFile): void {
  const latest = useRef(file);
  latest.current = file;
  const shown = useRef<MediaMetadata>(undefined);
  useEffect(() => {
    const media = element.current;
    const session = browser().mediaSession;
    if (media === null || session === undefined) return;
    const show = () => {
      shown.current = metadataOf(latest.current);
      session.metadata = shown.current;
      for (const [action, act] of actionsOf(media, latest.current)) session.setActionHandler(action, act);
    };
    const place = () => {
      const { duration, playbackRate, currentTime } = media;
      // Reading the metadata back gives the same object until another player shows its own.
      if (session.metadata !== shown.current || !Number.isFinite(duration)) return;
      session.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
    };
    const controller = new AbortController();
    const { signal } = controller;
    media.addEventListener("play", show, { signal });
    for (const event of ["play", "seeked", "ratechange", "durationchange"])
      media.addEventListener(event, place, { signal });
    if (!media.paused) {
      show();
      place();
    }
    return () => {
      controller.abort();
      if (shown.current === undefined || session.metadata !== shown.current) return;
      session.metadata = null;
      for (const [action] of actionsOf(media, latest.current)) session.setActionHandler(action, null);
    };
  }, [element]);
  // What comes before and after is found while it plays.
  const { onPrevious, onNext } = file;
  useEffect(() => {
    const session = browser().mediaSession;
    if (session === undefined || shown.current === undefined || session.metadata !== shown.current) return;
    for (const [action, act] of turnsOf({ onPrevious, onNext })) session.setActionHandler(action, act);
  }, [onPrevious, onNext]);
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

const turnsOf = ({ onPrevious, onNext }: Pick<PlayedFile, "onPrevious" | "onNext">): Action[] => [
  ["previoustrack", onPrevious ?? null],
  ["nexttrack", onNext ?? null],
];

function actionsOf(media: HTMLMediaElement, file: PlayedFile): Action[] {
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
    ...turnsOf(file),
  ];
}
