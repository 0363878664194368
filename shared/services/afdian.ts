import type { ServiceInfo } from "./service.ts";

export const afdian: ServiceInfo = {
  title: "Afdian",
  color: "#9169df",
  profileUrl: null,
  postUrl: "https://afdian.com/p/{post}",
  postLink: /^afdian\.(?:com|net)\/p\/(\w+)/,
  rewritesLinks: false,
  tabs: [],
  cardImage: "file",
  key: { place: "cookie", name: "auth_token" },
  importForm: { session_key: { check: (text) => (/^[0-9a-f]+_\d+$/.test(text) ? undefined : "invalid") } },
};
