import { expect, test } from "vitest";
import type { CreatorProfile } from "#shared/entities/creator.ts";
import { tabOf, tabsOf } from "./tabs.ts";

const profile = (change: Partial<CreatorProfile> = {}): CreatorProfile => ({
  id: "1",
  name: "A",
  service: "patreon",
  indexed: "2024-01-01T00:00:00",
  updated: "2024-01-01T00:00:00",
  public_id: null,
  relation_id: null,
  has_chats: false,
  post_count: 0,
  dm_count: 0,
  share_count: 0,
  chat_count: 0,
  ...change,
});
const names = (service: string, change?: Partial<CreatorProfile>) =>
  tabsOf(service, profile(change)).map(({ tab }) => tab);

test.each([
  ["fanbox", ["posts", "fancards", "announcements", "tags", "links", "recommended"]],
  ["patreon", ["posts", "announcements", "tags", "links", "recommended"]],
  ["onlyfans", ["posts", "tags", "links", "recommended"]],
  ["fansly", ["posts", "tags", "links", "recommended"]],
  ["candfans", ["posts", "tags", "links", "recommended"]],
  ["boosty", ["posts", "links", "recommended"]],
  ["gumroad", ["posts", "links", "recommended"]],
])("%s has %j", (service, expected) => {
  expect(names(service)).toEqual(expected);
});

test("DMs, uploads and the community have a tab where there are some", () => {
  const tabs = tabsOf("patreon", profile({ dm_count: 3, share_count: 2, has_chats: true }));
  expect(tabs).toContainEqual({ tab: "dms", count: 3 });
  expect(tabs).toContainEqual({ tab: "shares", count: 2 });
  expect(tabs.map(({ tab }) => tab)).toEqual([
    "posts",
    "announcements",
    "tags",
    "dms",
    "shares",
    "community",
    "links",
    "recommended",
  ]);
});

test("a known relation is marked, also one numbered 0", () => {
  expect(tabsOf("boosty", profile())).toContainEqual({ tab: "links" });
  expect(tabsOf("boosty", profile({ relation_id: 0 }))).toContainEqual({ tab: "links", isLinked: true });
});

test("without a profile the service decides alone", () => {
  expect(tabsOf("boosty", undefined).map(({ tab }) => tab)).toEqual(["posts", "links", "recommended"]);
});

test("an address has its tab", () => {
  expect(["/fanbox/user/1", "/fanbox/user/1/", "/fanbox/user/1/tags", "/fanbox/user/1/x"].map(tabOf)).toEqual(
    ["posts", "posts", "tags", undefined],
  );
});
