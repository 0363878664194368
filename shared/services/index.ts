/** The supported services, one record each. To add one: docs/CONTRIBUTING.md. */
import {
  boostyKeyProblem,
  candfansKeyProblem,
  channelIds,
  DISCORD_TOKEN,
  fanslyKeyProblem,
} from "./key-formats.ts";
import type { ServiceInfo } from "./service.ts";

/** In the order in which they are listed on screens. */
const RECORDS = {
  patreon: {
    title: "Patreon",
    color: "#fa5742",
    profileUrl: "https://www.patreon.com/user?u={user}",
    postUrl: "https://www.patreon.com/posts/{post}",
    postLink: /^patreon\.com\/posts\/(?:[^/]*-)?(\d+)\/?$/,
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
  },
  fanbox: {
    title: "Pixiv Fanbox",
    color: "#2c333c",
    profileUrl: "https://www.pixiv.net/fanbox/creator/{user}",
    postUrl: "https://www.pixiv.net/fanbox/creator/{user}/post/{post}",
    postLink:
      /^(?:(?:[\w-]+\.)?fanbox\.cc(?:\/@[\w-]+)?\/posts|pixiv\.net\/fanbox\/creator\/\d+\/post)\/(\d+)\/?$/,
    rewritesLinks: true,
    tabs: ["fancards", "announcements", "tags"],
    cardImage: "file",
    key: { place: "cookie", name: "FANBOXSESSID" },
    importForm: { session_key: { check: (text) => (/^\d+_\w+$/.test(text) ? undefined : "invalid") } },
    closedHost: "downloads.fanbox.cc",
  },
  discord: {
    title: "Discord",
    color: "#5165f6",
    profileUrl: null,
    postUrl: null,
    postLink: null,
    rewritesLinks: false,
    tabs: [],
    cardImage: "file",
    key: { place: "header", name: "authorization", isToken: true },
    importForm: {
      session_key: { check: (text) => (DISCORD_TOKEN.test(text) ? undefined : "tokenFormat") },
      channel_ids: {
        check: (text) => {
          const wrong = channelIds(text).find((id) => !/^\d+$/.test(id));
          return wrong === undefined ? undefined : { message: `${wrong} is not a valid channel ID.` };
        },
      },
    },
  },
  fantia: {
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
  },
  afdian: {
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
  },
  boosty: {
    title: "Boosty",
    color: "#fd6035",
    profileUrl: "https://boosty.to/{user}",
    postUrl: "https://boosty.to/{user}/posts/{post}",
    postLink: /^boosty\.to\/[^/]+\/posts\/([\w-]+)/,
    rewritesLinks: false,
    tabs: [],
    cardImage: "attachments",
    key: { place: "cookie", name: "auth" },
    importForm: { session_key: { check: boostyKeyProblem } },
  },
  gumroad: {
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
  },
  subscribestar: {
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
  },
  dlsite: {
    title: "DLsite",
    color: "#052a83",
    profileUrl: "https://www.dlsite.com/eng/circle/profile/=/maker_id/{user}",
    postUrl: "https://www.dlsite.com/home/work/=/product_id/{post}",
    postLink: null,
    rewritesLinks: false,
    tabs: [],
    cardImage: "file",
    key: { place: "cookie", name: "__DLsite_SID" },
    importForm: { session_key: {} },
    splitsDownloads: true,
  },
  onlyfans: {
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
  },
  fansly: {
    title: "Fansly",
    color: "#2699f7",
    profileUrl: "https://fansly.com/{user}",
    postUrl: "https://fansly.com/post/{post}",
    postLink: /^fansly\.com\/post\/(\d+)/,
    rewritesLinks: false,
    tabs: ["tags"],
    cardImage: "attachments",
    key: { place: "header", name: "authorization" },
    importForm: { session_key: { check: fanslyKeyProblem } },
  },
  candfans: {
    title: "CandFans",
    color: "#9d44cc",
    profileUrl: "https://candfans.jp/{user}",
    postUrl: "https://candfans.jp/posts/comment/show/{post}",
    postLink: null,
    rewritesLinks: false,
    tabs: ["tags"],
    cardImage: "attachments",
    key: { place: "cookieEnding", name: "candfans_session" },
    importForm: { session_key: { check: candfansKeyProblem } },
  },
} satisfies Record<string, ServiceInfo>;

export type Service = keyof typeof RECORDS;

export const SERVICES = Object.keys(RECORDS) as [Service, ...Service[]];

export function isService(value: string): value is Service {
  return Object.hasOwn(RECORDS, value);
}

export function serviceInfo(service: Service): ServiceInfo {
  return RECORDS[service];
}

/** @param value perhaps not a service: a name in an address or in stored data */
export function serviceInfoOf(value: string): ServiceInfo | undefined {
  return isService(value) ? RECORDS[value] : undefined;
}
