import { expect, test } from "vitest";
import { groupsOf, type Sources } from "./rows.ts";

const PLACES = [
  { id: "p-posts", title: "All posts", icon: "posts", go: "/posts" } as const,
  { id: "p-popular", title: "Popular", icon: "star", go: "/posts/popular" } as const,
];
const ACTIONS = [{ id: "a-dark", title: "Theme: dark", icon: "moon", go: () => {} } as const];
const CREATOR = { service: "fanbox" as const, id: "1", name: "Poplin Mai", post_count: 3 };
const VISIT = { href: "/fanbox/user/1", kind: "creator", service: "fanbox", title: "Poplin Mai" } as const;
const sources = (more: Partial<Sources>): Sources => ({
  typed: "",
  pages: PLACES,
  actions: ACTIONS,
  visits: [],
  creators: [],
  posts: [],
  all: undefined,
  ...more,
});
const titles = (given: Partial<Sources>) =>
  groupsOf(sources(given)).map(({ name, rows }) => [name, ...rows.map(({ title }) => title)]);

test("nothing typed: what was opened last, then all there is", () => {
  expect(titles({ visits: [VISIT] })).toEqual([
    ["recent", "Poplin Mai"],
    ["pages", "All posts", "Popular"],
    ["actions", "Theme: dark"],
  ]);
});

test("a page that is meant comes first; a misspelt one after a creator who is called so", () => {
  expect(titles({ typed: "pop", creators: [CREATOR] }).map(([name]) => name)).toEqual(["pages", "creators"]);
  expect(titles({ typed: "poplar", creators: [CREATOR] }).map(([name]) => name)).toEqual([
    "pages",
    "creators",
  ]);
  expect(titles({ typed: "popl", creators: [CREATOR] }).map(([name]) => name)).toEqual(["creators", "pages"]);
});

test("opened entries are not offered twice", () => {
  expect(titles({ typed: "poplin", visits: [VISIT], creators: [CREATOR] })).toEqual([
    ["recent", "Poplin Mai"],
  ]);
});
