/** Random picks where almost everything is muted. */
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { getRandomCreator, listCreators } from "#shared/contracts/creators.ts";
import { getRandomPost } from "#shared/contracts/post.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { api } from "#tests/components/api.ts";
import { listCreator, listPost } from "#tests/components/examples.ts";
import { mutes } from "../../reading/mutes/store.ts";
import { randomCreatorQuery, randomPostQuery } from "./api.ts";

test("with all creators muted but one, each of 20 random posts and creators is of that one", async () => {
  const file = { name: "a.png", path: `/aa/aa/${"a".repeat(64)}.png` };
  const expected = Array.from({ length: 3 }, (_, at) =>
    listPost({ id: `${at + 1}`, user: "70", file, attachments: [file] }),
  );
  await api.answer(getRandomPost, { service: "patreon", artist_id: "10", post_id: "1" });
  await api.answer(getRandomCreator, { service: "patreon", artist_id: "10" });
  const all = ["10", "11", "70"];
  await api.answer(
    listCreators,
    all.map((id) => listCreator({ id })),
    { query: {} },
  );
  await api.answer(listCreatorPosts, [...expected, listPost({ id: "9", user: "70" })], {
    params: { service: "patreon", id: "70" },
  });
  const creators = ["10", "11"].map((id) => ({ service: "patreon", id, name: id }));
  mutes.set({ ...mutes.get(), creators });
  const client = new QueryClient();
  for (let time = 0; time < 20; time++) {
    const post = await client.fetchQuery({ ...randomPostQuery(), staleTime: 0 });
    expect(post).toMatchObject({ service: "patreon", creator: "70" });
    expect(expected.map(({ id }) => id)).toContain(post.post);
    const creator = await client.fetchQuery({ ...randomCreatorQuery(), staleTime: 0 });
    expect(creator).toEqual({ service: "patreon", creator: "70" });
  }
});
