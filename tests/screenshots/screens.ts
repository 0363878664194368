/** The main screens: where each is, and what is done before its picture is taken. */
import type { Page } from "playwright";

export interface Screen {
  name: string;
  address: (page: Page) => Promise<string> | string;
  prepare?: (page: Page) => Promise<void>;
}

interface Post {
  service: string;
  user: string;
  id: string;
  file: { path?: string };
  attachments: unknown[];
}

async function get<T>(page: Page, path: string): Promise<T> {
  return (await (await page.request.get(`/api/v1${path}`)).json()) as T;
}

const creatorOfPost = ({ service, user }: Post) => `/${service}/user/${encodeURIComponent(user)}`;
const addressOf = (post: Post) => `${creatorOfPost(post)}/post/${encodeURIComponent(post.id)}`;

/** The newest post with several pictures. */
async function pictured(page: Page): Promise<Post> {
  const { posts } = await get<{ posts: Post[] }>(page, "/posts");
  const found = posts.find(
    ({ file, attachments }) => /\.(jpe?g|png|webp)$/.test(file.path ?? "") && attachments.length > 2,
  );
  if (found === undefined) throw new Error("The archive has no post with pictures on its first page.");
  return found;
}

async function chat(page: Page): Promise<string> {
  const { results } = await get<{ results: { service: string; id: string }[] }>(page, "/artists/updated");
  const server = results.find(({ service }) => service === "discord")?.id;
  const { channels } = await get<{ channels: { id: string; post_count: number }[] }>(
    page,
    `/discord/server/${server}`,
  );
  const [busiest] = channels.sort((a, b) => b.post_count - a.post_count);
  return `/discord/server/${server}/${busiest?.id}`;
}

/** The busiest channel of a creator's community. */
async function community(page: Page): Promise<string> {
  const { results } = await get<{ results: { service: string; id: string }[] }>(page, "/artists/updated");
  for (const { id } of results.filter(({ service }) => service === "patreon")) {
    const channels = await get<{ channel_id: string; post_count: number }[]>(
      page,
      `/patreon/user/${id}/community`,
    );
    const busiest = channels.find(({ post_count }) => post_count > 100);
    if (busiest !== undefined) return `/patreon/user/${id}/community/${busiest.channel_id}`;
  }
  throw new Error("The archive has no busy community.");
}

export const SCREENS: Screen[] = [
  { name: "home", address: () => "/" },
  {
    name: "search",
    address: () => "/",
    prepare: async (page) => {
      await page.getByRole("combobox").first().fill("lantren");
      await page.getByRole("option").nth(3).waitFor();
    },
  },
  { name: "creators", address: () => "/artists" },
  { name: "creator", address: async (page) => creatorOfPost(await pictured(page)) },
  { name: "posts", address: () => "/posts" },
  { name: "post", address: async (page) => addressOf(await pictured(page)) },
  {
    name: "viewer",
    address: async (page) => addressOf(await pictured(page)),
    prepare: async (page) => {
      await page.locator("main [data-image-path]").first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "popular", address: () => "/posts/popular?period=month&date=2023-06-15" },
  { name: "tags", address: () => "/posts/tags" },
  { name: "dms", address: () => "/dms" },
  { name: "chat", address: chat },
  { name: "community", address: community },
  { name: "settings", address: () => "/settings" },
];
