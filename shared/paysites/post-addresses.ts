/** Where a post is on its service; apart from the services themselves, as only the page of a post asks. */
import type { Service } from "./index.ts";

interface PostKey {
  service: string;
  user: string;
  id: string;
}

const ADDRESSES: Partial<Record<Service, (user: string, id: string) => string>> = {
  patreon: (_, id) => `https://www.patreon.com/posts/${id}`,
  fanbox: (user, id) => `https://www.pixiv.net/fanbox/creator/${user}/post/${id}`,
  fantia: (_, id) => `https://fantia.jp/posts/${id}`,
  afdian: (_, id) => `https://afdian.com/p/${id}`,
  boosty: (user, id) => `https://boosty.to/${user}/posts/${id}`,
  gumroad: (_, id) => `https://gumroad.com/l/${id}`,
  subscribestar: (_, id) => `https://subscribestar.adult/posts/${id}`,
  dlsite: (_, id) => `https://www.dlsite.com/home/work/=/product_id/${id}`,
  onlyfans: (user, id) => `https://onlyfans.com/${id}/${user}`,
  fansly: (_, id) => `https://fansly.com/post/${id}`,
  candfans: (_, id) => `https://candfans.jp/posts/comment/show/${id}`,
};

/** @returns undefined where the service has no page for one post */
export function originalAddress({ service, user, id }: PostKey): string | undefined {
  return ADDRESSES[service as Service]?.(encodeURIComponent(user), encodeURIComponent(id));
}
