import type { ServiceInfo } from "./service.ts";

export const subscribestar: ServiceInfo = {
  title: "SubscribeStar",
  color: "#009688",
  profileUrl: "https://subscribestar.adult/{user}",
  postUrl: "https://subscribestar.adult/posts/{post}",
  postLink: /^subscribestar\.(?:adult|com)\/posts\/(\d+)/,
  rewritesLinks: false,
  tabs: [],
  cardImage: "file",
  key: { place: "cookie", name: "_personalization_id" },
  importForm: { session_key: {} },
};
