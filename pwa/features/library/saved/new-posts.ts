/** New posts by creators of saved posts: polled, and counted in the app badge. */
import { setBadge } from "../../../lib/app-badge.ts";
import { createStore } from "../../../lib/create-store.ts";
import type { CreatorNews } from "../../../offline/library/news.ts";

const HOUR = 60 * 60_000;

const news = createStore<readonly CreatorNews[]>([]);
let askedAt = 0;

/** Starts polling; called at the start of the app if there are saved posts. */
export async function watchNewPosts(): Promise<void> {
  document.addEventListener("visibilitychange", () => void renew());
  addEventListener("online", () => void renew());
  setInterval(() => void renew(), HOUR);
  await renew();
}

/** Fetches new posts at most once an hour; in between, only removes visited ones. */
export async function renew(): Promise<void> {
  try {
    const device = await import("../../../offline/library/news.ts");
    const isDue = Date.now() - askedAt >= HOUR && navigator.onLine && document.visibilityState === "visible";
    if (isDue) askedAt = Date.now();
    if (isDue) await (await import("./auto-save.ts")).saveNewPosts().catch(warn);
    show(isDue ? await device.findNews() : await device.unvisitedNews(news.get()));
  } catch (error) {
    warn(error);
  }
}

const warn = (error: unknown) => console.warn("News of saved creators could not be looked for.", error);

export async function dismissNews(): Promise<void> {
  await (await import("../../../offline/library/news.ts")).dismissNews(news.get());
  show([]);
}

/** @returns new posts; the same array until they change */
export const useNewPosts = news.use;

function show(next: readonly CreatorNews[]): void {
  news.set(next);
  setBadge("saved", next.length);
}
