/** Addresses of every screen a visitor can open, found in the running archive. */
import { expect, type Page } from "playwright/test";
import { addressOf, postWithImages } from "./page.ts";

export interface Screen {
  name: string;
  address: string;
  /** The answer of the API that the screen waits for; none for texts. */
  api?: RegExp;
}

async function get<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api/v1${path}`);
  expect(answer.ok(), path).toBe(true);
  return (await answer.json()) as T;
}

interface SomeCreator {
  service: string;
  id: string;
  relation_id: number | null;
}

/** Lists, and a creator with posts. */
export async function listScreens(page: Page): Promise<Screen[]> {
  const post = await postWithImages(page);
  const creator = `/${post.service}/user/${encodeURIComponent(post.user)}`;
  return [
    { name: "home", address: "/", api: /\/v1\/posts$/ },
    { name: "creators", address: "/artists", api: /\/v1\/(artists|creators)$/ },
    { name: "updated creators", address: "/artists/updated", api: /\/v1\/(artists|creators)$/ },
    { name: "posts", address: "/posts", api: /\/v1\/posts$/ },
    { name: "continuous reading", address: "/read", api: /\/v1\/posts$/ },
    { name: "popular", address: "/posts/popular?period=month&date=2023-06-15", api: /\/v1\/posts\/popular$/ },
    { name: "tags", address: "/posts/tags", api: /\/v1\/posts\/tags$/ },
    { name: "DMs", address: "/dms", api: /\/v1\/dms$/ },
    { name: "uploads", address: "/shares", api: /\/v1\/shares$/ },
    { name: "creator", address: creator, api: /\/user\/[^/]+\/posts$/ },
    { name: "post", address: addressOf(post), api: /\/post\/[^/]+$/ },
    { name: "links", address: `${creator}/links`, api: /\/links$/ },
    { name: "similar creators", address: `${creator}/recommended`, api: /\/recommended$/ },
    { name: "reference", address: "/documentation/api", api: /\/api\/schema$/ },
  ];
}

/** Tabs that only some creators have. */
export async function tabScreens(page: Page): Promise<Screen[]> {
  const { results } = await get<{ results: SomeCreator[] }>(page, "/artists/updated");
  const of = (service: string) => {
    const id = results.find((creator) => creator.service === service)?.id ?? "";
    return `/${service}/user/${encodeURIComponent(id)}`;
  };
  const linked = results.find(({ relation_id }) => relation_id !== null);
  return [
    { name: "fancards", address: `${of("fanbox")}/fancards`, api: /\/fancards$/ },
    { name: "announcements", address: `${of("fanbox")}/announcements`, api: /\/announcements$/ },
    { name: "tags of a creator", address: `${of("patreon")}/tags`, api: /\/tags$/ },
    { name: "DMs of a creator", address: `${of("patreon")}/dms`, api: /\/dms$/ },
    {
      name: "posts of all profiles",
      address: `/${linked?.service}/user/${encodeURIComponent(linked?.id ?? "")}/links/posts`,
      api: /\/links\/posts$/,
    },
    { name: "uploads of a creator", address: `${of("patreon")}/shares`, api: /\/shares$/ },
  ];
}

/** Chat, community, one upload, one archive. */
export async function chatScreens(page: Page): Promise<Screen[]> {
  const { results } = await get<{ results: SomeCreator[] }>(page, "/artists/updated");
  const server = results.find(({ service }) => service === "discord")?.id;
  const { channels } = await get<{ channels: { id: string; type: number }[] }>(
    page,
    `/discord/server/${server}`,
  );
  const channel = channels.find(({ type }) => type !== 4)?.id;
  let community = "";
  for (const { id } of results.filter(({ service }) => service === "patreon")) {
    const [first] = await get<{ channel_id: string }[]>(page, `/patreon/user/${id}/community`);
    if (first !== undefined) community = `/patreon/user/${id}/community/${first.channel_id}`;
  }
  const { shares } = await get<{ shares: { id: string }[] }>(page, "/shares");
  const { share_files } = await get<{ share_files: { hash: string; ext: string }[] }>(
    page,
    `/share/${shares[0]?.id}`,
  );
  const archive = share_files.find(({ ext }) => ext === ".bin")?.hash;
  return [
    { name: "chat server", address: `/discord/server/${server}`, api: /\/discord\/server\/[^/]+$/ },
    {
      name: "chat channel",
      address: `/discord/server/${server}/${channel}`,
      api: /\/discord\/channel\/[^/]+$/,
    },
    { name: "community channel", address: community, api: /\/community\/messages$/ },
    { name: "upload", address: `/share/${shares[0]?.id}`, api: /\/share\/[^/]+$/ },
    { name: "archive", address: `/file/${archive}`, api: /\/v1\/file\/[^/]+$/ },
  ];
}

/** Screens of words alone. */
export const TEXT_SCREENS: Screen[] = [
  "/2257",
  "/contact",
  "/dmca",
  "/gumroad-and-co",
  "/matrix",
  "/importer/tutorial",
  "/importer/tutorial_fanbox",
  "/authentication/login",
  "/settings",
  "/saved",
  "/saved/storage",
  "/collections",
  "/search_hash",
  "/importer",
  "/posts/upload",
  "/account/favorites/new",
  "/account/posts/upload",
  "/account/moderator/tasks/uploads",
  "/nowhere/at/all",
  "/posts?q=zzzzqqqqxxxx",
].map((address) => ({ name: address, address }));

export async function allScreens(page: Page): Promise<Screen[]> {
  return [
    ...(await listScreens(page)),
    ...(await tabScreens(page)),
    ...(await chatScreens(page)),
    ...TEXT_SCREENS,
  ];
}
