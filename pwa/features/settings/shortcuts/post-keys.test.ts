import { expect, test } from "vitest";
import { postOfAddress } from "../../../lib/post-address.ts";
import { listedPost } from "./listed-post.ts";

test.each([
  ["/patreon/user/7/post/12", { service: "patreon", id: "7", post: "12" }],
  ["/patreon/user/7/post/12/revision/3", { service: "patreon", id: "7", post: "12", revision: "3" }],
  ["/fanbox/user/a%2Fb/post/%E7%B5%B5", { service: "fanbox", id: "a/b", post: "絵" }],
  ["/patreon/user/7", undefined],
  ["/patreon/user/7/post/12/more", undefined],
  ["/patreon/user/7/post/%", undefined],
  ["/posts", undefined],
])("%s", (address, post) => expect(postOfAddress(address)).toEqual(post));

test("a post is found in any list that is there, and only by its whole name", () => {
  const post = { id: "12", user: "7", service: "patreon", title: "A", substring: "", attachments: [] };
  const wanted = { service: "patreon", id: "7", post: "12" };
  const unrelated = [undefined, null, "text", [1, null], { posts: "none" }, [{ ...post, service: "fanbox" }]];
  expect(listedPost(unrelated, wanted)).toBeUndefined();
  expect(listedPost([...unrelated, [post]], wanted)).toBe(post);
  expect(listedPost([...unrelated, { count: 1, posts: [post] }], wanted)).toBe(post);
  expect(listedPost([...unrelated, { posts: [{ item: post, mark: 1 }] }], wanted)).toBe(post);
  expect(
    listedPost([[{ id: "12", user: "7", service: "patreon", name: "no post" }]], wanted),
  ).toBeUndefined();
});
