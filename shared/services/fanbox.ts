import type { ServiceInfo } from "./service.ts";

export const fanbox: ServiceInfo = {
  title: "Pixiv Fanbox",
  color: "#2c333c",
  profileUrl: "https://www.pixiv.net/fanbox/creator/{user}",
  postUrl: "https://www.pixiv.net/fanbox/creator/{user}/post/{post}",
  postLink:
    /^(?:(?:[\w-]+\.)?fanbox\.cc(?:\/@[\w-]+)?\/posts|pixiv\.net\/fanbox\/creator\/\d+\/post)\/(\d+)\/?$/,
  publicLink: /^(?:fanbox\.cc\/@([\w-]+)|(?!api\.|downloads\.)([\w-]+)\.fanbox\.cc)/,
  rewritesLinks: true,
  tabs: ["fancards", "announcements", "tags"],
  cardImage: "file",
  key: { place: "cookie", name: "FANBOXSESSID" },
  importForm: { session_key: { check: (text) => (/^\d+_\w+$/.test(text) ? undefined : "invalid") } },
  closedHost: "downloads.fanbox.cc",
};
