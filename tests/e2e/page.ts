/** What the specs share: console faults, and posts of the running archive. */
import { expect, type Page } from "playwright/test";
import type { Site } from "#shared/rules/site.ts";

/** Collects what a visitor's console would show as an error; pictures a creator does not have are the one expected kind. */
export function watchConsole(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    const isMissingPicture = /\/(icons|banners)\//.test(message.location().url);
    if (message.type() === "error" && !isMissingPicture)
      faults.push(`${message.text()} ${message.location().url}`);
  });
  return faults;
}

export interface SomePost {
  id: string;
  user: string;
  service: string;
  title: string;
  attachments: unknown[];
  file: { path?: string };
}

/** The newest page of posts. */
export async function newestPosts(page: Page): Promise<SomePost[]> {
  const answer = await page.request.get("/api/v1/posts");
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { posts: SomePost[] }).posts;
}

export function addressOf(post: SomePost): string {
  return `/${post.service}/user/${encodeURIComponent(post.user)}/post/${encodeURIComponent(post.id)}`;
}

/** The first post that has pictures, and its address. */
export async function postWithImages(page: Page): Promise<SomePost> {
  const post = (await newestPosts(page)).find(
    (one) => one.file.path?.match(/\.(png|jpg|jpeg|webp|gif)$/) && one.attachments.length > 1,
  );
  if (post === undefined) throw new Error("The sample has no post with pictures on its first page.");
  return post;
}

/** Creator and post pages, lists and the rest, for checks that hold on every screen. */
export async function screens(page: Page): Promise<[string, string][]> {
  const post = await postWithImages(page);
  return [
    ["home", "/"],
    ["creators", "/artists"],
    ["posts", "/posts"],
    ["empty", "/posts?q=zzzzqqqqxxxx"],
    ["creator", `/${post.service}/user/${encodeURIComponent(post.user)}`],
    ["post", addressOf(post)],
    ["reference", "/documentation/api#listCreatorPosts"],
    ["missing", "/nowhere/at/all"],
    ["takedowns", "/dmca"],
    ["keys", "/importer/tutorial"],
    ["later", "/authentication/login"],
    ...(await talkScreens(page)),
  ];
}

/** Messages and uploads of the running archive, and what is in a file. */
async function talkScreens(page: Page): Promise<[string, string][]> {
  const get = async <T>(path: string) => (await (await page.request.get(`/api/v1${path}`)).json()) as T;
  const { results: creators } = await get<{ results: { service: string; id: string }[] }>("/artists/updated");
  const server = creators.find(({ service }) => service === "discord")?.id;
  const { channels } = await get<{ channels: { id: string; type: number }[] }>(`/discord/server/${server}`);
  let community = "";
  for (const { id } of creators.filter(({ service }) => service === "patreon")) {
    const [first] = await get<{ channel_id: string }[]>(`/patreon/user/${id}/community`);
    if (first !== undefined) community = `/patreon/user/${id}/community/${first.channel_id}`;
  }
  const { shares } = await get<{ shares: { id: string }[] }>("/shares");
  const { share_files } = await get<{ share_files: { hash: string; ext: string }[] }>(
    `/share/${shares[0]?.id}`,
  );
  return [
    ["DMs", "/dms"],
    ["uploads", "/shares"],
    ["upload", `/share/${shares[0]?.id}`],
    ["chat server", `/discord/server/${server}`],
    ["chat", `/discord/server/${server}/${channels.find(({ type }) => type !== 4)?.id}`],
    ["community", community],
    ["archive", `/file/${share_files.find(({ ext }) => ext === ".bin")?.hash}`],
  ];
}

/** Opens pages as if the operator had set other words and links (shared/rules/site.ts). */
export async function withSite(page: Page, site: Site): Promise<void> {
  const content = JSON.stringify(site).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  await page.route(
    (url) => !/^\/(api|assets|data)\/|\.\w+$/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.continue();
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        /<meta name="site" content="[^"]*"/,
        `<meta name="site" content="${content}"`,
      );
      await route.fulfill({ response: answer, body });
    },
  );
}
