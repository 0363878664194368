import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answerCreators, answerPosts, answerPrefetches } from "#tests/components/answers.ts";
import { renderScreen, reopen } from "#tests/components/screen.tsx";

test("the sidebar keeps its state on wide screens and is always retracted on narrow ones", async () => {
  const isOpen = () => document.getElementById("sidebar")?.dataset["open"];
  const toggle = page.getByRole("button", { name: "Sidebar", exact: true });
  const to = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  await answerPrefetches();
  await answerPosts([]);
  await answerCreators([]);
  await renderScreen("/", { viewport: { width: 1021, height: 800 } });
  await expect.poll(isOpen).toBe("true");
  for (const name of ["Find by file", "Saved", "Settings"]) await expect.element(to(name)).toBeVisible();
  await expect
    .element(page.getByRole("banner").getByRole("link", { name: /posts|creators/i }))
    .toHaveLength(0);
  await to("All posts").click();
  await expect.poll(() => location.pathname).toBe("/posts");
  expect(isOpen()).toBe("true");
  await toggle.click();
  await reopen();
  await expect.poll(isOpen).toBe("false");
  await page.viewport(1019, 800);
  await toggle.click();
  await expect.poll(isOpen).toBe("true");
  await to("All creators").click();
  await expect.poll(() => location.pathname).toBe("/artists");
  await expect.poll(isOpen).toBe("false");
});
