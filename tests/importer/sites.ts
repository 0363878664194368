/** Invented accounts at the services, as far as gallery-dl asks for them. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Answer, sendJson } from "./invented-site.ts";

/** Session key for patreon and for fanbox. */
export const KEY = "1234_canary".padEnd(43, "0123456789abcdef");
export const NAMES = [
  ...[
    "www.patreon.com",
    "*.patreonusercontent.com",
    "*.fanbox.cc",
    "boosty.to",
    "*.boosty.to",
    "*.afdian.com",
  ],
  ...["metadata.google.internal", "pixiv.pximg.net"],
];
const PNG = Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001080600000", "hex");

export interface SiteOptions {
  /** Called for each file; true where it has answered. */
  onFile?: (url: string, response: ServerResponse) => boolean;
  /** Called for every other request; true where it has answered. */
  onRequest?: (url: URL, response: ServerResponse) => boolean;
  /** Address of the second post's file. */
  fileUrl?: string;
  /** Ids of patreon's posts, newest first; from 95000 on they are of another creator. */
  pages?: number[][];
  /** Campaigns of patreon that the account is a member of. */
  memberships?: string[];
  /** Page of patreon that is refused. */
  refused?: number | undefined;
}

/** One site for all hosts. */
export function answersOf(options: SiteOptions = {}): Answer {
  return (request, response) => {
    const host = request.headers.host ?? "";
    const url = new URL(request.url ?? "", `https://${host}`);
    const send = ({ value, status }: Reply) => sendJson(response, value, status);
    if (/\.(png|jpe?g)$/.test(url.pathname)) {
      if (options.onFile?.(url.href, response) !== true)
        response
          .writeHead(200, { "Content-Type": "image/png" })
          .end(Buffer.concat([PNG, Buffer.from(url.pathname)]));
    } else if (options.onRequest?.(url, response) === true) {
      // answered
    } else if (host === "www.patreon.com") send(patreon(request, url, options));
    else if (host.endsWith("fanbox.cc")) send(fanbox(request, url));
    else if (host === "api.boosty.to") send(boosty(request, url));
    else send(reply({}, 404));
  };
}

interface Reply {
  value: unknown;
  status: number;
}

const reply = (value: unknown, status = 200): Reply => ({ value, status });

const hasCookie = (request: IncomingMessage, name: string) =>
  (request.headers.cookie ?? "").split(/; */).includes(`${name}=${KEY}`);

const PAGES = [[91003, 91002], [91001]];

function patreonUser(id: string, name: string) {
  const vanity = name.replace(" ", "").toLowerCase();
  const url = `https://www.patreon.com/${vanity}`;
  const created = "2020-01-01T00:00:00.000+00:00";
  return { type: "user", id, attributes: { full_name: name, vanity, created, url } };
}

const USERS = [patreonUser("4001", "Lantern Fox"), patreonUser("4002", "Paper Kite")];
const userOf = (post: number) => (post < 95_000 ? "4001" : "4002");

function patreon(
  request: IncomingMessage,
  url: URL,
  { fileUrl, pages = PAGES, memberships = ["5001"], refused }: SiteOptions,
): Reply {
  if (!hasCookie(request, "session_id")) return reply({ errors: [{ status: "401" }] }, 401);
  if (url.pathname === "/api/current_user") {
    const included = memberships.map((id) => ({
      type: "campaign",
      id,
      attributes: { name: `Campaign ${id}` },
    }));
    return reply({ data: { id: "1", type: "user" }, included });
  }
  const user = USERS.find(({ id }) => url.pathname === `/api/user/${id}`);
  if (user !== undefined) return reply({ data: user });
  if (url.pathname !== "/api/stream") return reply({}, 404);
  const page = Number(url.searchParams.get("page[cursor]")) || 0; // the first is "null"
  if (page === refused) return reply({}, 403);
  const ids = pages[page] ?? [];
  const media = (id: number) => ({
    type: "media",
    id: `m${id}`,
    attributes: {
      id: `m${id}`,
      file_name: `study-${id}.png`,
      download_url:
        id === 91002 && fileUrl !== undefined
          ? fileUrl
          : `https://c10.patreonusercontent.com/p/post/${id}/${String(id).padStart(32, "0")}/1.png`,
    },
  });
  const post = (id: number) => ({
    type: "post",
    id: String(id),
    attributes: {
      ...{
        title: `Post ${id}`,
        content: `<p>Text of ${id}</p>`,
        published_at: `2024-03-${String(id % 10 || 10).padStart(2, "0")}T12:00:00.000+00:00`,
      },
      ...{
        current_user_can_view: true,
        post_type: "image_file",
        post_file: null,
        image: null,
        url: `https://www.patreon.com/posts/${id}`,
      },
    },
    relationships: {
      images: { data: id === 91003 ? [] : [{ type: "media", id: `m${id}` }] },
      attachments: { data: [] },
      attachments_media: { data: [] },
      user_defined_tags: { data: [{ type: "post_tag", id: "user_defined;harbor" }] },
      user: {
        data: { type: "user", id: userOf(id) },
        links: { related: `https://www.patreon.com/api/user/${userOf(id)}` },
      },
    },
  });
  return reply({
    data: ids.map(post),
    included: [...USERS, ...ids.map(media)],
    links:
      page + 1 < pages.length ? { next: `https://www.patreon.com/api/stream?page[cursor]=${page + 1}` } : {},
  });
}

function fanbox(request: IncomingMessage, url: URL): Reply {
  if (!hasCookie(request, "FANBOXSESSID")) return reply({ error: "general_error" }, 401);
  const list = "https://api.fanbox.cc/post.listCreator?creatorId=inkpond&limit=10&page=1";
  switch (url.pathname) {
    case "/plan.listSupporting":
      return reply({ body: [{ creatorId: "inkpond" }, { creatorId: "inkpond" }] });
    case "/post.paginateCreator":
      return reply({ body: [list] });
    case "/post.listCreator": {
      const items = ["8102", "8101"].map((id) => ({ id, isRestricted: false }));
      // Newer versions ask for the addresses of the pages first, and get lists.
      return reply({
        body: url.searchParams.has("page") ? items : { items, nextUrl: null },
      });
    }
    case "/post.info": {
      const id = url.searchParams.get("postId") ?? "";
      const images =
        id === "8102"
          ? []
          : [
              {
                id: "a1",
                extension: "png",
                width: 1,
                height: 1,
                originalUrl: `https://downloads.fanbox.cc/images/post/${id}/a1.png`,
              },
            ];
      return reply({
        body: {
          ...{
            id,
            title: `絵 ${id}`,
            type: "image",
            publishedDatetime: "2024-03-05T21:00:00+09:00",
            updatedDatetime: "2024-03-05T21:00:00+09:00",
          },
          ...{
            creatorId: "inkpond",
            user: { userId: "66001", name: "墨池" },
            tags: ["ink"],
            coverImageUrl: null,
            feeRequired: 0,
          },
          body: { text: `本文 ${id}`, images },
        },
      });
    }
    default:
      return reply({ body: url.pathname.includes("list") ? [] : {} });
  }
}

function boosty(request: IncomingMessage, url: URL): Reply {
  if (request.headers.authorization !== `Bearer ${KEY}`) return reply({ error: "unauthorized" }, 401);
  if (url.pathname !== "/v1/feed/post/") return reply({ data: [], offset: 0, limit: 30, total: 0 });
  const user = { id: 5501, name: "Paper Lantern", blogUrl: "paperlantern" };
  const text = (id: number) => ({
    type: "text",
    modificator: "",
    content: JSON.stringify([`Text of ${id}`, "unstyled", []]),
  });
  const image = (id: number) => ({
    type: "image",
    id: `00000000-0000-0000-0000-00000000${id}`,
    url: `https://images.boosty.to/image/${id}.png`,
    width: 1,
    height: 1,
  });
  const post = (id: number) => ({
    ...{
      id: `10000000-0000-0000-0000-00000000${id}`,
      int_id: id,
      title: `Post ${id}`,
      hasAccess: true,
      createdAt: 1709640000 + id,
      publishTime: 1709640000 + id,
    },
    ...{
      user,
      tags: [{ id: 1, title: "paper" }],
      signedQuery: "",
      data: id === 6602 ? [text(id)] : [text(id), image(id)],
    },
  });
  return reply({ data: { posts: [post(6602), post(6601)] }, extra: { isLast: true, offset: "" } });
}
