/** Services supported by gallery-dl: authentication and listing of an account's subscriptions. */
import { DomUtils, parseDocument } from "htmlparser2";
import { z } from "zod";
import { channelIds } from "#shared/services/discord.ts";
import type { Job } from "../protocol.ts";
import type { Answer, Get } from "./request.ts";

/** The service rejected the key. */
export class InvalidKey extends Error {
  override name = "InvalidKey";
}

export interface GalleryDlService {
  /** First version of gallery-dl that reads the service as it is today. */
  since: string;
  hosts: readonly string[];
  /** gallery-dl format string for the name of a post's metadata file. */
  postFile: string;
  /** Its addresses mix creators, so known files of one do not imply that a newer subscription was read. */
  isFeed?: boolean;
  /** Options of the extractor, the only place for the key. */
  options(key: string): Record<string, unknown>;
  /**
   * Validates the key with a first request and returns addresses for gallery-dl.
   * @throws InvalidKey
   */
  addresses(job: Job, get: Get): Promise<string[]>;
}

const FEED_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

/** @throws InvalidKey for a 401 or a redirect (to the login page) */
async function ask(get: Get, url: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await get(url, { "User-Agent": FEED_AGENT, Accept: "*/*", ...headers });
  if (answer.status === 401 || (answer.status >= 300 && answer.status < 400)) throw new InvalidKey();
  if (answer.status !== 200) throw new Error(`${new URL(url).host} answers ${answer.status}`);
  return answer;
}

const Plans = z.array(z.object({ creatorId: z.string().regex(/^[\w-]+$/) }));
/** A list; wrapped in an object since 2026. */
const Supporting = z.object({
  body: z.union([
    Plans,
    z.object({ plans: Plans }).transform(({ plans }) => plans),
    z.object({ supportingPlans: Plans }).transform(({ supportingPlans }) => supportingPlans),
  ]),
});

export const GALLERY_DL_SERVICES = {
  patreon: {
    since: "1.32.0",
    hosts: ["www.patreon.com", "*.patreonusercontent.com", "*.patreon.com"],
    postFile: "{id}.json",
    isFeed: true,
    options: (key) => ({ cookies: { session_id: key } }),
    async addresses({ key }, get) {
      await ask(get, "https://www.patreon.com/api/current_user", { Cookie: `session_id=${key}` });
      return ["https://www.patreon.com/home"];
    },
  },
  fanbox: {
    since: "1.32.8",
    hosts: ["www.fanbox.cc", "*.fanbox.cc", "pixiv.pximg.net"],
    postFile: "{id}.json",
    options: (key) => ({ cookies: { FANBOXSESSID: key }, metadata: "comments", embeds: false }),
    async addresses({ key }, get) {
      const headers = { Cookie: `FANBOXSESSID=${key}`, Origin: "https://www.fanbox.cc" };
      const { body } = await ask(get, "https://api.fanbox.cc/plan.listSupporting", headers);
      const plans = Supporting.parse(JSON.parse(body)).body;
      const creators = new Set(plans.map(({ creatorId }) => creatorId));
      return [...creators].map((id) => `https://www.fanbox.cc/@${id}`);
    },
  },
  fantia: {
    since: "1.25.8",
    hosts: ["fantia.jp", "*.fantia.jp"],
    postFile: "{post_id}.json",
    options: (key) => ({ cookies: { _session_id: key } }),
    async addresses({ key }, get) {
      const url = "https://fantia.jp/mypage/users/plans?type=not_free";
      const { body } = await ask(get, url, { Cookie: `_session_id=${key}` });
      const links = DomUtils.getElementsByTagName("a", parseDocument(body), true);
      const clubs = links.map((link) => /^\/fanclubs\/(\d+)/.exec(link.attribs["href"] ?? "")?.[1]);
      return [...new Set(clubs)]
        .filter((id) => id !== undefined)
        .map((id) => `https://fantia.jp/fanclubs/${id}`);
    },
  },
  boosty: {
    since: "1.31.1",
    hosts: ["boosty.to", "*.boosty.to", "*.okcdn.ru", "*.mycdn.me"],
    postFile: "{post[int_id]}.json",
    isFeed: true,
    options: (key) => ({ cookies: { auth: encodeURIComponent(JSON.stringify(boostyKey(key))) } }),
    async addresses({ key }, get) {
      const headers = { Authorization: `Bearer ${boostyKey(key).accessToken}` };
      await ask(get, "https://api.boosty.to/v1/user/subscriptions?limit=1", headers);
      return ["https://boosty.to/"];
    },
  },
  subscribestar: {
    since: "1.29.7",
    hosts: ["www.subscribestar.com", "subscribestar.adult", "*.subscribestar.com", "*.cloudfront.net"],
    postFile: "{post_id}.json",
    isFeed: true,
    options: (key) => ({ cookies: { _personalization_id: key, auth_token: key } }),
    async addresses({ key }, get) {
      const url = "https://www.subscribestar.com/feed";
      await ask(get, url, { Cookie: `_personalization_id=${key}; auth_token=${key}` });
      return [url];
    },
  },
  discord: {
    since: "1.29.0",
    hosts: ["discord.com", "cdn.discordapp.com", "media.discordapp.net", "images-ext-1.discordapp.net"],
    postFile: "{message_id}.json",
    options: (key) => ({ token: key }),
    async addresses({ key, inputs }, get) {
      const ids = channelIds(inputs?.["channel_ids"] ?? "").filter((id) => /^\d+$/.test(id));
      const addresses: string[] = [];
      for (const id of ids) {
        const { body } = await ask(get, `https://discord.com/api/v10/channels/${id}`, { Authorization: key });
        const { guild_id } = z.object({ guild_id: z.string().regex(/^\d+$/) }).parse(JSON.parse(body));
        addresses.push(`https://discord.com/channels/${guild_id}/${id}`);
      }
      return addresses;
    },
  },
  fansly: {
    since: "1.31.8",
    hosts: ["fansly.com", "*.fansly.com"],
    postFile: "{id}.json",
    isFeed: true,
    options: (key) => ({ token: fanslyToken(key) }),
    async addresses({ key }, get) {
      const headers = { Authorization: fanslyToken(key), Origin: "https://fansly.com" };
      await ask(get, "https://apiv3.fansly.com/api/v1/account/me?ngsw-bypass=true", headers);
      return ["https://fansly.com/home/subscribed"];
    },
  },
} as const satisfies Partial<Record<Job["service"], GalleryDlService>>;

/** Accepts plain text, or URL-encoded text from a cookie. */
function boostyKey(key: string) {
  const json = key.trimStart().startsWith("{") ? key : decodeURIComponent(key);
  return z.looseObject({ accessToken: z.string() }).parse(JSON.parse(json));
}

/** Accepts the token, or base64 of the JSON that the site stores. */
function fanslyToken(key: string): string {
  if (/^[a-z0-9]{71}$/i.test(key)) return key;
  return z.object({ token: z.string() }).parse(JSON.parse(Buffer.from(key, "base64").toString("utf8"))).token;
}
