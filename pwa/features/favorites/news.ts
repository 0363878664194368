/** Number of favorite creators with posts newer than the last visit of their list (counted by sync.ts). */
import { createSetting } from "../../lib/setting.ts";

interface FavoriteNews {
  count: number;
  /** Time of the newest post at the last visit; empty before the first. */
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
