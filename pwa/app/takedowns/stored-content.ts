/** Deletes taken-down content from `localStorage`. offline/takedowns/tables.ts does the same for the database. */
import { postKey } from "#shared/rules/offline-db.ts";
import { forgetReadMarks } from "../../features/chat/read-marks.ts";
import { unmarkFavorites } from "../../features/favorites/marks.ts";
import { closePlayer } from "../../features/listening/playback.ts";
import { forgetPlaybackPositions } from "../../features/listening/playback-positions.ts";
import { playing } from "../../features/listening/playing.ts";
import { reading, visits } from "../../features/reading/history/store.ts";
import { mutes } from "../../features/reading/mutes/store.ts";
import { forgetPlacesInBooks } from "../../features/reading/places/store.ts";
import { unmarkTakenDown } from "../../features/reading/seen/unmark-taken-down.ts";
import { readStored, type StoredKey } from "../../lib/storage.ts";
import { changeSavedMarks, type SavedMark, savedMarks } from "../../offline/library/saved-marks.ts";
import {
  isTakenDown,
  isTakenDownFile,
  keysIn,
  leadsToTakenDown,
  type TakenDown,
} from "../../offline/takedowns/taken-down.ts";

const GONE: SavedMark = { state: "gone", whole: 0, total: 0, title: "" };

/** Delete function of each key, or null if its value never names content. A missing key is a type error. */
export const STORED: Record<StoredKey, ((takenDown: TakenDown) => void) | null> = {
  reading(takenDown) {
    const entry = reading.get();
    if (entry !== undefined && leadsToTakenDown(entry.href, takenDown)) reading.set(undefined);
  },
  visits(takenDown) {
    const left = visits.get().filter(({ href }) => !leadsToTakenDown(href, takenDown));
    if (left.length < visits.get().length) visits.set(left.length === 0 ? undefined : left);
  },
  seen: (takenDown) => unmarkTakenDown((post) => isTakenDown(postKey(post), takenDown)),
  "media-places"(takenDown) {
    const now = playing.get();
    if (now !== undefined && isTakenDown(postKey(now), takenDown)) closePlayer();
    forgetPlaybackPositions(
      ({ key, path }) => isTakenDown(key, takenDown) || isTakenDownFile(path, takenDown),
    );
  },
  "book-places": (takenDown) =>
    forgetPlacesInBooks(({ post, path }) => isTakenDown(post, takenDown) || isTakenDownFile(path, takenDown)),
  mutes(takenDown) {
    const now = mutes.get();
    const creators = now.creators.filter(({ service, id }) => !isTakenDown(`${service}/${id}`, takenDown));
    if (creators.length < now.creators.length) mutes.set({ ...now, creators });
  },
  saved(takenDown) {
    const removed = [...savedMarks().keys()].filter((key) => isTakenDown(key, takenDown));
    if (removed.length > 0) changeSavedMarks(removed.map((key) => [key, GONE]));
  },
  favs: (takenDown) => unmarkFavorites("creator", (key) => isTakenDown(key, takenDown)),
  post_favs: (takenDown) => unmarkFavorites("post", (key) => isTakenDown(key, takenDown)),
  "chat-read": (takenDown) => forgetReadMarks((key) => isTakenDown(key, takenDown)),
  "browsed-cap": null,
  cards: null,
  "catch-up": null,
  "chat-order": null,
  "data-saver": null,
  dates: null,
  device: null,
  "device-key": null,
  fav_news: null,
  "file-names": null,
  "gallery-columns": null,
  "image-source": null,
  install: null,
  "list-mode": null,
  locale: null,
  "lookups-on-device": null,
  media: null,
  "media-speed": null,
  "owned-files": null,
  reader: null,
  "private-session": null,
  queues: null,
  "recent-searches": null,
  "seen-hide": null,
  "seen-scroll": null,
  shortcuts: null,
  sidebar: null,
  sync: null,
  theme: null,
  thumbSize: null,
  "viewer-layout": null,
  "viewer-order": null,
  is_duplicate: null,
  logged_in: null,
  role: null,
  "zip-left": null,
};

/** Deletes all references to taken-down content, on the device and in all tabs. */
export function forgetTakenDown(takenDown: TakenDown): void {
  for (const forget of Object.values(STORED)) forget?.(takenDown);
}

/** Keys of creators and posts that the history and the mutes name. */
export function namedContent(): string[] {
  const last = reading.get();
  const hrefs = [...visits.get(), ...(last === undefined ? [] : [last])].map(({ href }) => href);
  const muted = mutes.get().creators.map(({ service, id }) => `${service}/${id}`);
  return [...hrefs.flatMap(keysIn), ...muted];
}

/** True if any stored value may name content. */
export function namesContent(): boolean {
  return (Object.keys(STORED) as StoredKey[]).some(
    (key) => STORED[key] !== null && readStored(key) !== undefined,
  );
}
