import type { ServiceInfo } from "./service.ts";

export const gumroad: ServiceInfo = {
  title: "Gumroad",
  color: "#2b9fa4",
  profileUrl: "https://gumroad.com/{user}",
  postUrl: "https://gumroad.com/l/{post}",
  postLink: null,
  rewritesLinks: false,
  tabs: [],
  cardImage: "attachments",
  key: { place: "cookie", name: "_gumroad_app_session" },
  importForm: {
    session_key: {
      check: ({ length }) => (length >= 200 ? undefined : "gumroadLength"),
      tooLong: "gumroadLength",
    },
  },
};
