import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listTags } from "#shared/contracts/post.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const main = page.getByRole("main");
const links = main.getByRole("list").getByRole("link");
const filter = page.getByRole("searchbox", { name: "Filter tags" });
const THREE = [
  { tag: "café", post_count: 3 },
  { tag: "night cafe", post_count: 2 },
  { tag: "原神", post_count: 1 },
];

test("axe finds nothing", async () => {
  await api.answer(listTags, THREE);
  await renderScreen("/posts/tags");
  await expect.element(links.first()).toBeVisible();
  expect(await violations()).toEqual([]);
});
