import type { ServiceInfo } from "./service.ts";

export const patreon: ServiceInfo = {
  title: "Patreon",
  color: "#fa5742",
  profileUrl: "https://www.patreon.com/user?u={user}",
  postUrl: "https://www.patreon.com/posts/{post}",
  postLink: /^patreon\.com\/posts\/(?:[^/]*-)?(\d+)\/?$/,
  publicLink: /^patreon\.com\/(?:cw?\/)?([\w-]+)(?:\/(?:about|home|posts|shop|membership))?\/?$/,
  rewritesLinks: true,
  tabs: ["announcements", "tags"],
  cardImage: "file",
  key: { place: "cookie", name: "session_id" },
  importForm: {
    session_key: {
      check: ({ length }) =>
        length === 43 ? undefined : { message: `Invalid key: Expected 43 characters, got ${length}` },
    },
  },
};
