import type { ServiceInfo } from "./service.ts";

export const fantia: ServiceInfo = {
  title: "Fantia",
  color: "#e1097f",
  profileUrl: "https://fantia.jp/fanclubs/{user}",
  postUrl: "https://fantia.jp/posts/{post}",
  postLink: /^fantia\.jp\/posts\/(\d+)/,
  rewritesLinks: false,
  tabs: [],
  cardImage: "file",
  key: { place: "cookie", name: "_session_id" },
  importForm: {
    session_key: { check: ({ length }) => (length === 32 || length === 64 ? undefined : "fantiaLength") },
  },
};
