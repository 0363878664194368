import { expect, test } from "vitest";
import { optionsOf } from "./options.ts";

const message = (service: "discord" | "patreon", user: string) => ({
  id: "7",
  service,
  user,
  creator: "B",
  channel: "c/1",
  channel_name: "news",
  author: null,
  published: "2024-02-01T08:00:00",
  snippet: "",
});
const ANSWER = {
  creators: [{ service: "fanbox" as const, id: "1", name: "A", post_count: 3 }],
  posts: [{ service: "fanbox" as const, user: "1", id: "a/b", title: "T", creator: "A", snippet: "" }],
  dms: [{ hash: "f", service: "patreon" as const, user: "2", creator: "B", snippet: "" }],
  messages: [message("discord", "s 1"), message("patreon", "2")],
  tags: [{ tag: "night & day", marked: "night", post_count: 1 }],
};

test("rows come in the order they are shown, each with a safe address", () => {
  expect(optionsOf(ANSWER, "ab").map((option) => option.href)).toEqual([
    "/fanbox/user/1",
    "/fanbox/user/1/post/a%2Fb",
    "/patreon/user/2",
    "/discord/server/s%201/c%2F1/7",
    "/patreon/user/2/community/c%2F1/7",
    "/posts?tag=night+%26+day",
    "/posts?q=ab",
  ]);
});

test("one letter cannot be a query for all posts", () => {
  expect(optionsOf(undefined, "a")).toEqual([]);
});
