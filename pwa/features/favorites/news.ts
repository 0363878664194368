/** How many favorite creators have posts that are newer than the last look at their list (sync.ts counts). */
import { createSetting } from "../../lib/setting.ts";

interface FavoriteNews {
  count: number;
  /** When the newest post of that look was added; empty before the first one. */
  seen: string;
}

const NONE: FavoriteNews = { count: 0, seen: "" };

function parse(text: string): FavoriteNews {
  const [count, seen = ""] = text.split(" ");
  return { count: Number(count) || 0, seen };
}

export const favoriteNews = createSetting("fav_news", parse, NONE, {
  print: ({ count, seen }) => `${count} ${seen}`,
});
export const useFavoriteNews = (): number => favoriteNews.use().count;
