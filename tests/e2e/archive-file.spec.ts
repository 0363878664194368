import { expect, type Page, test } from "playwright/test";

interface Archive {
  file: { hash: string };
  password: string | null;
}

/** Archives of the sample, found where people find them: among the files of posts. */
async function archives(page: Page): Promise<Archive[]> {
  const hashes = new Set<string>();
  for (let o = 0; o < 500 && hashes.size < 8; o += 50) {
    const answer = await page.request.get(`/api/v1/posts?o=${o}`);
    const { posts } = (await answer.json()) as { posts: { attachments: { path: string }[] }[] };
    for (const { path } of posts.flatMap(({ attachments }) => attachments))
      if (path.endsWith(".bin")) hashes.add(path.split("/").at(-1)?.slice(0, 64) ?? "");
  }
  const answers = [...hashes].map(
    async (hash) => await (await page.request.get(`/api/v1/file/${hash}`)).json(),
  );
  return (await Promise.all(answers)) as Archive[];
}

test("a wrong password is refused by the archive itself", { tag: "@once" }, async ({ page }) => {
  const locked = (await archives(page)).find(({ password }) => password === null);
  test.skip(locked === undefined, "the first posts of the sample hold no locked archive");
  await page.goto(`/file/${locked?.file.hash}`);
  await page.getByLabel("Password to try").fill("certainly not this one");
  await page.getByRole("button", { name: "Try password" }).click();
  await expect(page.getByRole("alert")).toHaveText(/Invalid password|Too many attempts/);
});
