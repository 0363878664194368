/** Gaps of the archive, and lists of what it should have. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { addWanted, listGaps, listPostGaps, removeWanted } from "#shared/contracts/wanted.ts";
import { ADMINISTRATOR, answerWholeAccount, gaps, postGaps } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { setOnline } from "#tests/components/connection.ts";
import { heading } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const main = page.getByRole("main");
const ADDRESS = "/account/administrator/missing";
const NOTHING = { count: 0, wanted_creators: 0, posts: 0, files: 0, services: [], creators: [] };
const sent = async () =>
  (await api.requests(/\/wanted/))
    .filter(({ method }) => method === "POST")
    .map(({ address: path, body }) => [path.replace(/^.*\/wanted/, ""), JSON.parse(body)]);

async function open(path = ADDRESS): Promise<void> {
  await answerWholeAccount({ role: "administrator" });
  await renderScreen(path, { stored: ADMINISTRATOR });
}

test("creators are listed with what they lack, and open to their posts and files", async () => {
  await open();
  await expect.element(heading).toHaveTextContent("Missing");
  await expect.element(main.getByText("1 creator · 2 posts · 1 file")).toBeVisible();
  const rows = main.getByRole("list").first().getByRole("listitem");
  await expect.element(rows.nth(0)).toHaveTextContent("AnnPatreon · 1 post · 1 file");
  await expect.element(rows.nth(1)).toHaveTextContent("Ink PondPixiv Fanbox · Not in this archive");
  await expect.element(rows.nth(2)).toHaveTextContent("Unknown creatorPatreon · 1 post");
  await main.getByText("Ann", { exact: true }).click();
  await expect
    .element(main.getByRole("link", { name: "Low tide" }))
    .toHaveAttribute("href", "/patreon/user/7/post/1");
  const files = main.getByRole("list", { name: "Missing files of Low tide" });
  await expect
    .element(files.getByRole("listitem"))
    .toHaveTextContent("pond.pnghttps://example.org/pond.pngAvailable from: bea");
  await expect
    .element(main.getByRole("link", { name: "2", exact: true }))
    .toHaveAttribute("href", "https://www.patreon.com/posts/2");
  await expect.element(main.getByText("Not in this archive · Links in texts")).toBeVisible();
  await expect.element(main.getByText("Available from: bea, cyd")).toBeVisible();
});

test("long lists of posts are loaded page by page", async () => {
  const [first, second] = postGaps();
  if (first === undefined || second === undefined) throw new Error("no posts");
  await answerWholeAccount({ role: "administrator" });
  await api.answer(listPostGaps, { count: 51, posts: [second] }, { query: { o: "50" } });
  await api.answer(listPostGaps, { count: 51, posts: [first] }, { query: { o: "0" } });
  await renderScreen(ADDRESS, { stored: ADMINISTRATOR });
  await main.getByText("Ann", { exact: true }).click();
  await expect.element(main.getByRole("link", { name: "Low tide" })).toBeVisible();
  await main.getByRole("button", { name: "Load more" }).click();
  await expect.element(main.getByText("Available from: bea, cyd")).toBeVisible();
  await expect.element(main.getByRole("button", { name: "Load more" })).not.toBeInTheDocument();
});

test("filters are in the address and in the downloads", async () => {
  await open();
  await api.answer(listGaps, { ...NOTHING, services: ["patreon"] }, { query: { service: "fanbox" } });
  await userEvent.selectOptions(main.getByLabelText("Known from"), "Lists");
  await expect.poll(address).toBe(`${ADDRESS}?source=list`);
  const path = "/api/v1/account/administrator/wanted/export";
  await expect
    .element(main.getByRole("link", { name: "Download as CSV" }))
    .toHaveAttribute("href", `${path}?format=csv&source=list`);
  await userEvent.selectOptions(main.getByLabelText("Service"), "Pixiv Fanbox");
  await expect.poll(address).toMatch(/service=fanbox/);
  await expect.element(main.getByText("Nothing is missing with these filters.")).toBeVisible();
});

test("a list is read on the device, sent, and can be removed again", async () => {
  await open();
  await api.answer(addWanted, { added: 2, known: 1, here: 3, taken_down: 0 });
  await api.answer(listGaps, { ...gaps(), posts: 4 });
  const text = "https://kemono.example/patreon/user/7/post/9\nfanbox/user/66\nhello\n";
  await userEvent.upload(main.getByLabelText("Choose a list"), new File([text], "list.txt"));
  await expect
    .element(main.getByText("2 added, 1 already listed, 3 already here, 0 taken down."))
    .toBeVisible();
  await expect.element(main.getByText("1 creator · 4 posts · 1 file")).toBeVisible();
  await expect.element(main.getByText("1 entry was not read")).toBeVisible();
  await expect.element(main.getByText("3: hello")).toBeVisible();
  const list = {
    creators: [{ service: "fanbox", id: "66", by_public_id: false, name: "" }],
    posts: [{ service: "patreon", id: "9", user: "7", title: "" }],
  };
  expect(await sent()).toEqual([["", list]]);
  await api.answer(removeWanted, { removed: 2 });
  await main.getByRole("button", { name: "Remove this list" }).click();
  await expect.element(main.getByText("2 removed.")).toBeVisible();
  expect((await sent())[1]).toEqual(["/remove", list]);
});

test("a file without creators and posts is said to be one, and nothing is sent", async () => {
  await open();
  await userEvent.upload(main.getByLabelText("Choose a list"), new File(["hello"], "list.txt"));
  await expect.element(main.getByText("This file names no creator or post.")).toBeVisible();
  expect(await sent()).toEqual([]);
});

test("nothing is missing; without a connection that is said", async () => {
  await answerWholeAccount({ role: "administrator" });
  await api.answer(listGaps, NOTHING);
  await renderScreen(ADDRESS, { stored: ADMINISTRATOR });
  await expect.element(main.getByText("Nothing is missing.")).toBeVisible();
  await expect.element(main.getByLabelText("Service")).not.toBeInTheDocument();
  await api.disconnect(listGaps);
  setOnline(false);
  await renderScreen(`${ADDRESS}?service=patreon`, { stored: ADMINISTRATOR });
  await expect.element(page.getByRole("alert").getByRole("button", { name: "Try again" })).toBeVisible();
});
