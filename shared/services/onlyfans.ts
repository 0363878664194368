import type { ServiceInfo } from "./service.ts";

export const onlyfans: ServiceInfo = {
  title: "OnlyFans",
  color: "#008ccf",
  profileUrl: "https://onlyfans.com/{user}",
  postUrl: "https://onlyfans.com/{post}/{user}",
  postLink: /^onlyfans\.com\/(\d+)\//,
  rewritesLinks: false,
  tabs: ["tags"],
  cardImage: "file",
  key: { place: "cookie", name: "sess" },
  importForm: {
    session_key: {},
    auth_id: { check: (text) => (/^\d+$/.test(text) ? undefined : "userId") },
    "x-bc": { check: (text) => (/^[0-9a-f]{40}$/i.test(text) ? undefined : "bcToken") },
    user_agent: { check: (text) => (/^[\x20-\x7e]*$/.test(text) ? undefined : "userAgent") },
  },
};
