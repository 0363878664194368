/** Saves and restores reading progress in a post. */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { isPrivate } from "../../../lib/private-session.ts";
import { restoreScroll, scrollToHeight } from "../../../lib/restore-scroll.ts";
import { isLongRead, partRead } from "./reading-time.ts";
import { notePlace, noteVisit, type ReadingEntry, reading } from "./store.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Opened by "Continue": scrolls to the saved position. */
    resume?: boolean;
  }
}

const UPDATE_INTERVAL_MS = 400;
/** Minimum scroll distance that counts as reading, in pixels. */
const NEAR_TOP = 100;
/** Attribute with the image's path (features/post/viewer). */
const IMAGE = "data-image-path";
/** History entries already resumed, to do so only once. */
const resumed = new Set<string>();

export type Book = Pick<ReadingEntry, "service" | "title" | "creator" | "picture">;

export interface ReadingProgress {
  /** Called with the image shown in the viewer, or the last one when it closes. */
  onImage: (image: { path: string; number: number; total: number } | undefined) => void;
}

/** @param minutes time to read its text @param openImage opens the viewer */
export function useReadingProgress(
  book: Book,
  minutes: number,
  openImage: (path: string) => void,
): ReadingProgress {
  const router = useRouter();
  const latest = useRef({ book, minutes, openImage });
  latest.current = { book, minutes, openImage };
  const { service, title, creator, picture } = book;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the names may come later than the post
  useEffect(() => {
    const { href } = router.state.location;
    noteVisit({ href, kind: "post", service, title, creator });
    const before = reading.get();
    keep(href, latest.current.book, before?.href === href ? {} : startOf(latest.current.book));
  }, [router, service, title, creator, picture]);

  useEffect(() => {
    const { href, state } = router.state.location;
    const key = state.__TSR_key ?? href;
    const place = reading.get();
    const frame =
      state.resume === true && !resumed.has(key) && place?.href === href
        ? requestAnimationFrame(() => resume(place, latest.current.openImage)) // after the router's scroll restoration
        : 0;
    resumed.add(key);
    const follow = throttled(() => {
      const part = isLongRead(latest.current.minutes) ? partRead() : undefined;
      if (part !== undefined) notePlace(href, part);
      const minutesLeft = part && Math.round(latest.current.minutes * (1 - part));
      keep(href, latest.current.book, { ...placeInView(), minutesLeft });
    });
    addEventListener("scroll", follow.schedule, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", follow.schedule);
      follow.stop();
    };
  }, [router]);

  return {
    onImage: (image) =>
      keep(
        router.state.location.href,
        latest.current.book,
        image === undefined
          ? { isOpen: false }
          : { isOpen: true, image: image.path, number: image.number, total: image.total },
      ),
  };
}

const startOf = (book: Book): Partial<ReadingEntry> => ({
  y: 0,
  image: undefined,
  number: undefined,
  total: undefined,
  isOpen: false,
  picture: book.picture,
  minutesLeft: undefined,
});

function keep(href: string, book: Book, change: Partial<ReadingEntry>): void {
  if (isPrivate()) return;
  const before = reading.get();
  const known = before?.href === href ? before : undefined;
  reading.set({ y: 0, ...known, ...book, href, kind: "post", ...change, at: Date.now() });
}

/** Scroll position; nothing while the viewer is open, which reports its own image. */
function placeInView(): Partial<ReadingEntry> {
  if (document.querySelector("dialog[open]") !== null) return {};
  const y = Math.round(scrollY);
  const images = y < NEAR_TOP ? [] : [...document.querySelectorAll(`main [${IMAGE}]`)];
  const at = images.findIndex((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return top < innerHeight && bottom > innerHeight / 4;
  });
  return {
    y,
    isOpen: false,
    image: images[at]?.getAttribute(IMAGE) ?? undefined,
    number: undefined,
    total: undefined,
  };
}

function resume({ image, isOpen, y }: ReadingEntry, openImage: (path: string) => void): void {
  if (isOpen === true && image !== undefined) openImage(image);
  restoreScroll(() => {
    const shown =
      image === undefined ? null : document.querySelector(`main [${IMAGE}="${CSS.escape(image)}"]`);
    if (shown === null || isOpen === true) return scrollToHeight(y);
    shown.scrollIntoView({ block: "center", behavior: "instant" });
    return true;
  });
}

function throttled(task: () => void): { schedule: () => void; stop: () => void } {
  let timer: number | undefined;
  return {
    schedule: () => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        task();
      }, UPDATE_INTERVAL_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
