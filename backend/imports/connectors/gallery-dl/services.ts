/** Services supported by gallery-dl: authentication and listing of an account's subscriptions. */
import { DomUtils, parseDocument } from "htmlparser2";
import { z } from "zod";
import { channelIds } from "#shared/services/discord.ts";
import type { Job } from "../protocol.ts";
import { checkAnswer } from "./refusals.ts";
import type { Answer, Get } from "./request.ts";

/** Address that gallery-dl reads in one run. */
export interface Source {
  address: string;
  /** Its creators; empty if unknown, so that it is always read to its end. */
  creators: readonly string[];
}

export interface GalleryDlService {
  /** First version of gallery-dl that reads the service as it is today. */
  since: string;
  hosts: readonly string[];
  /** gallery-dl format string for the name of a post's metadata file. */
  postFile: string;
  /** Options of the extractor, the only place for the key. */
  options(key: string): Record<string, unknown>;
  /**
   * Validates the key with a first request and returns what the account is subscribed to.
   * @throws InvalidKey; HumanCheck; TooManyRequests
   */
  sources(job: Job, get: Get): Promise<Source[]>;
}

const FEED_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

/** @throws InvalidKey; HumanCheck; TooManyRequests */
async function ask(
  get: Get,
  url: string,
  headers: Record<string, string>,
  type: "json" | "html" = "json",
): Promise<Answer> {
  const answer = await get(url, { "User-Agent": FEED_AGENT, Accept: "*/*", ...headers });
  checkAnswer(answer, new URL(url).host, type);
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

const PATREON_MEMBERSHIPS =
  "https://www.patreon.com/api/current_user?include=active_memberships.campaign&fields[campaign]=name" +
  "&fields[member]=is_free_member&json-api-version=1.0&json-api-use-default-includes=false";
const Memberships = z
  .object({ included: z.array(z.object({ type: z.string(), id: z.string() })) })
  .transform(({ included }) => included.filter(({ type }) => type === "campaign").map(({ id }) => id));
const BOOSTY_PAGE_SIZE = 30;
const Blogs = z
  .object({ data: z.array(z.object({ blog: z.object({ blogUrl: z.string() }) })) })
  .transform(({ data }) => data.map(({ blog }) => blog.blogUrl));
const Subscriptions = z
  .object({ response: z.object({ subscriptions: z.array(z.object({ accountId: z.string() })) }) })
  .transform(({ response }) => response.subscriptions.map(({ accountId }) => accountId));

/** Creators of a feed; none if the service answers in another form by now, which costs time but no posts. */
function listed(schema: z.ZodType<string[]>, body: string): string[] {
  return schema.safeParse(JSON.parse(body)).data ?? [];
}

const ofOneCreator = (addresses: string[]): Source[] =>
  addresses.map((address) => ({ address, creators: [address] }));

export const GALLERY_DL_SERVICES = {
  patreon: {
    since: "1.32.0",
    hosts: ["www.patreon.com", "*.patreonusercontent.com", "*.patreon.com"],
    postFile: "{id}.json",
    options: (key) => ({ cookies: { session_id: key } }),
    async sources({ key }, get) {
      const { body } = await ask(get, PATREON_MEMBERSHIPS, { Cookie: `session_id=${key}` });
      return [{ address: "https://www.patreon.com/home", creators: listed(Memberships, body) }];
    },
  },
  fanbox: {
    since: "1.32.8",
    hosts: ["www.fanbox.cc", "*.fanbox.cc", "pixiv.pximg.net"],
    postFile: "{id}.json",
    options: (key) => ({ cookies: { FANBOXSESSID: key }, metadata: "comments", embeds: false }),
    async sources({ key }, get) {
      const headers = { Cookie: `FANBOXSESSID=${key}`, Origin: "https://www.fanbox.cc" };
      const { body } = await ask(get, "https://api.fanbox.cc/plan.listSupporting", headers);
      const plans = Supporting.parse(JSON.parse(body)).body;
      const creators = new Set(plans.map(({ creatorId }) => creatorId));
      return ofOneCreator([...creators].map((id) => `https://www.fanbox.cc/@${id}`));
    },
  },
  fantia: {
    since: "1.25.8",
    hosts: ["fantia.jp", "*.fantia.jp"],
    postFile: "{post_id}.json",
    options: (key) => ({ cookies: { _session_id: key } }),
    async sources({ key }, get) {
      const url = "https://fantia.jp/mypage/users/plans?type=not_free";
      const { body } = await ask(get, url, { Cookie: `_session_id=${key}` }, "html");
      const links = DomUtils.getElementsByTagName("a", parseDocument(body), true);
      const clubs = links.map((link) => /^\/fanclubs\/(\d+)/.exec(link.attribs["href"] ?? "")?.[1]);
      const ids = [...new Set(clubs)].filter((id) => id !== undefined);
      return ofOneCreator(ids.map((id) => `https://fantia.jp/fanclubs/${id}`));
    },
  },
  boosty: {
    since: "1.31.1",
    hosts: ["boosty.to", "*.boosty.to", "*.okcdn.ru", "*.mycdn.me"],
    postFile: "{post[int_id]}.json",
    options: (key) => ({ cookies: { auth: encodeURIComponent(JSON.stringify(boostyKey(key))) } }),
    async sources({ key }, get) {
      const headers = { Authorization: `Bearer ${boostyKey(key).accessToken}` };
      const url = (offset: number) =>
        `https://api.boosty.to/v1/user/subscriptions?limit=${BOOSTY_PAGE_SIZE}&with_follow=true&offset=${offset}`;
      const creators: string[] = [];
      for (let offset = 0; ; offset += BOOSTY_PAGE_SIZE) {
        const { body } = await ask(get, url(offset), headers);
        const page = listed(Blogs, body);
        creators.push(...page);
        if (page.length < BOOSTY_PAGE_SIZE) break;
      }
      return [{ address: "https://boosty.to/", creators }];
    },
  },
  subscribestar: {
    since: "1.29.7",
    hosts: ["www.subscribestar.com", "subscribestar.adult", "*.subscribestar.com", "*.cloudfront.net"],
    postFile: "{post_id}.json",
    options: (key) => ({ cookies: { _personalization_id: key, auth_token: key } }),
    async sources({ key }, get) {
      const url = "https://www.subscribestar.com/feed";
      await ask(get, url, { Cookie: `_personalization_id=${key}; auth_token=${key}` }, "html");
      return [{ address: url, creators: [] }];
    },
  },
  discord: {
    since: "1.29.0",
    hosts: ["discord.com", "cdn.discordapp.com", "media.discordapp.net", "images-ext-1.discordapp.net"],
    postFile: "{message_id}.json",
    options: (key) => ({ token: key }),
    async sources({ key, inputs }, get) {
      const ids = channelIds(inputs?.["channel_ids"] ?? "").filter((id) => /^\d+$/.test(id));
      const addresses: string[] = [];
      for (const id of ids) {
        const { body } = await ask(get, `https://discord.com/api/v10/channels/${id}`, { Authorization: key });
        const { guild_id } = z.object({ guild_id: z.string().regex(/^\d+$/) }).parse(JSON.parse(body));
        addresses.push(`https://discord.com/channels/${guild_id}/${id}`);
      }
      return ofOneCreator(addresses);
    },
  },
  fansly: {
    since: "1.31.8",
    hosts: ["fansly.com", "*.fansly.com"],
    postFile: "{id}.json",
    options: (key) => ({ token: fanslyToken(key) }),
    async sources({ key }, get) {
      const headers = { Authorization: fanslyToken(key), Origin: "https://fansly.com" };
      const url = "https://apiv3.fansly.com/api/v1/subscriptions?ngsw-bypass=true";
      const { body } = await ask(get, url, headers);
      return [{ address: "https://fansly.com/home/subscribed", creators: listed(Subscriptions, body) }];
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
