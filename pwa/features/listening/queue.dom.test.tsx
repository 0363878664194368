/** Order of a creator's audio posts. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getPost } from "#shared/contracts/post.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import type { FullPost } from "#shared/entities/post.ts";
import { api } from "#tests/components/api.ts";
import { filePath, listPosts, postPage } from "#tests/components/examples.ts";
import { render, renderScreen } from "#tests/components/screen.tsx";
import { addMute } from "../reading/mutes/store.ts";
import { PlayAllButton } from "./PlayAllButton.tsx";
import { playing } from "./playing.ts";
import { nextSounds } from "./queue.ts";

const CREATOR = { service: "patreon", user: "10", name: "Ann Lantern" };
const next = (after?: string) => nextSounds(new QueryClient(), CREATOR, after);

/** The post has one file of this ending. */
async function answerPost(id: string, ending: string, part: Partial<FullPost> = {}): Promise<void> {
  const path = filePath(id).replace(".png", ending);
  const file = {
    server: "",
    name: `${id}${ending}`,
    extension: ending,
    name_extension: ending,
    stem: "",
    path,
  };
  const page = postPage({ id, title: `Post ${id}`, ...part }, { attachments: [file, file] });
  await api.answer(getPost, page, { params: { post: id } });
}

test("the next post is the one after, also on the next page, without those that the browser can't play", async () => {
  const posts = listPosts(53);
  await api.answer(listCreatorPosts, posts.slice(0, 50), { query: { q: "has:audio sort:newest", o: null } });
  await api.answer(listCreatorPosts, posts.slice(50), { query: { q: "has:audio sort:newest", o: "50" } });
  for (const { id } of posts) await answerPost(id, ".wav");
  const [first, second, third] = posts;
  await answerPost(second!.id, ".zip");
  expect(await next()).toMatchObject({ id: first!.id, from: { creator: "Ann Lantern" } });
  expect(await next(first!.id)).toMatchObject({ id: third!.id });
  const found = await next(posts[49]!.id);
  expect([found?.id, found?.tracks.map(({ name }) => name)]).toEqual([
    posts[50]!.id,
    [`${posts[50]!.id}.wav`],
  ]);
  expect(await next(posts[52]!.id)).toBeUndefined();
  expect(await next("unknown")).toBeUndefined();
});

test("muted posts are skipped, and nothing of a muted creator follows or is offered", async () => {
  const posts = listPosts(4);
  await api.answer(listCreatorPosts, posts);
  await answerPost("1", ".wav");
  await answerPost("2", ".wav", { tags: ["Static"] });
  await answerPost("3", ".wav", { content: "<p>Release the <b>kraken</b></p>" });
  await answerPost("4", ".wav");
  expect(await next("1")).toMatchObject({ id: "2" });
  addMute({ kind: "tag", text: "static" });
  expect(await next("1")).toMatchObject({ id: "3" });
  addMute({ kind: "word", text: "kraken" });
  expect(await next("1")).toMatchObject({ id: "4" });
  addMute({ kind: "word", text: "Post 1" });
  expect(await next()).toMatchObject({ id: "4" });
  const playAll = page.getByRole("button", { name: "Play all audio" });
  const creator = { service: "patreon", id: "10", name: "Ann Lantern" };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PlayAllButton creator={creator} />
    </QueryClientProvider>,
  );
  await expect.element(playAll).toBeVisible();
  addMute({ kind: "creator", creator });
  await expect.element(playAll).not.toBeInTheDocument();
  expect(await next()).toBeUndefined();
});

test("posts of a creator muted meanwhile do not follow", async () => {
  await api.answer(listCreatorPosts, listPosts(2));
  await answerPost("2", ".wav");
  const from = { creator: CREATOR.name, title: "Post 1", icon: "/icons/patreon/10" };
  playing.set({ ...CREATOR, id: "1", from, tracks: [{ name: "a", path: "/a" }], path: "/a" });
  await renderScreen("/contact");
  const nextTrack = page.getByRole("button", { name: "Next track" });
  await expect.element(nextTrack).toBeEnabled();
  addMute({ kind: "creator", creator: { service: CREATOR.service, id: CREATOR.user, name: CREATOR.name } });
  await expect.element(nextTrack).toBeDisabled();
  playing.set(undefined);
});
