/** The list of all creators, and those updated last. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listCreators, pageCreators } from "#shared/contracts/creators.ts";
import { answerCreators, answerPrefetches } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { listCreator } from "#tests/components/examples.ts";
import { DESKTOP } from "#tests/components/places.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";
import { CREATORS as SCREEN } from "#tests/components/screens.ts";
import { staysWhileLoading } from "#tests/components/states.ts";
import { endWorkersBeforeEach } from "#tests/components/workers.ts";

endWorkersBeforeEach();

const cards = page.getByRole("main").getByRole("article");
const name = page.getByRole("searchbox", { name: "Name" });
const names = () => cards.elements().map((card) => card.querySelector("h2")?.textContent);
const dates = () => cards.elements().map((card) => /\d{4}-\d\d-\d\d/.exec(card.textContent)?.[0]);
/** The most favored one first. */
const CREATORS = ["Ann Lantern", "Ben Harbor", "Cleo Lantern"].map((title, at) =>
  listCreator({
    id: `${at}`,
    name: title,
    service: at === 1 ? "fanbox" : "patreon",
    favorited: 9 - at,
    updated: 1_757_000_000 + at * 86_400,
  }),
);
const WHOLE = { since: "1", complete: true, creators: CREATORS, removed: [] };

test("the server's first page shows while the whole list is on its way; words wait for the list", async () => {
  await api.answer(pageCreators, { count: 3, artists: CREATORS });
  const release = await api.hold(listCreators, WHOLE);
  await renderScreen("/artists");
  await expect.element(cards).toHaveLength(3);
  const before = names();
  await expect.poll(async () => (await api.requests(/creators\?since=/)).length).toBe(1);
  await userEvent.fill(name, "lantern");
  await expect.poll(address).toBe("/artists?q=lantern");
  await expect.element(cards).toHaveLength(0);
  await release();
  await expect.poll(names).toEqual(["Ann Lantern", "Cleo Lantern"]);
  await userEvent.fill(name, "");
  await expect.poll(address).toBe("/artists");
  await expect.poll(names).toEqual(before);
  expect(await api.requests(/creators\?since=/)).toHaveLength(1);
});

test("a list that does not come says so and can be asked for again", async () => {
  await api.fail(listCreators, 500, "Internal Server Error");
  await api.fail(pageCreators, 500, "Internal Server Error");
  await renderScreen("/artists");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong on the server.");
  await answerCreators(CREATORS);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(cards).toHaveLength(3);
});

test("creators are filtered as one types and at once on a choice", async () => {
  await answerPrefetches();
  await answerCreators(CREATORS);
  await renderScreen("/artists");
  await expect.element(cards).toHaveLength(3);
  await userEvent.fill(name, "lantern");
  await expect.poll(address).toBe("/artists?q=lantern");
  await expect.poll(names).toEqual(["Ann Lantern", "Cleo Lantern"]);
  await userEvent.fill(name, "");
  await expect.poll(address).toBe("/artists");
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Service" }), "fanbox");
  await expect.poll(address).toBe("/artists?service=fanbox");
  await expect.poll(names).toEqual(["Ben Harbor"]);
  await expect.element(cards.first()).toHaveTextContent("Pixiv Fanbox");
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Service" }), "");
  await expect.poll(names).toHaveLength(3);
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Sort by" }), "name");
  await expect.poll(names).toEqual(["Cleo Lantern", "Ben Harbor", "Ann Lantern"]);
  await page.getByRole("button", { name: /sort ascending/ }).click();
  await expect.poll(address).toBe("/artists?sort_by=name&order=asc");
  await expect.poll(names).toEqual(["Ann Lantern", "Ben Harbor", "Cleo Lantern"]);
});

test("two choices before the first is shown both count", async () => {
  await answerPrefetches();
  await answerCreators(CREATORS);
  await renderScreen("/artists");
  await expect.element(cards).toHaveLength(3);
  for (const [label, value] of [
    ["Service", "patreon"],
    ["Sort by", "name"],
  ] as const) {
    const select = page.getByRole("combobox", { name: label }).element() as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
  await expect.poll(address).toBe("/artists?service=patreon&sort_by=name");
  await expect.poll(names).toEqual(["Cleo Lantern", "Ann Lantern"]);
});

test("a misspelt name shows the similar ones in its place, few exact ones before them", async () => {
  await answerPrefetches();
  const more = listCreator({ id: "3", name: "Dora Lantren", service: "fanbox", favorited: 1 });
  await answerCreators([...CREATORS, more]);
  await renderScreen("/artists?q=harbro");
  await expect.poll(names).toEqual(["Ben Harbor"]);
  await expect.element(page.getByText("No exact matches. Similar:")).toBeVisible();
  await expect.element(page.getByText("0 creators")).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.fill(name, "lantern");
  await expect.poll(names).toEqual(["Ann Lantern", "Cleo Lantern", "Dora Lantren"]);
  await expect.element(page.getByText("Similar:", { exact: true })).toBeVisible();
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Service" }), "patreon");
  await expect.poll(names).toEqual(["Ann Lantern", "Cleo Lantern"]);
  await expect.element(page.getByText("Similar:")).not.toBeInTheDocument();
  await userEvent.fill(name, "zzzz");
  await expect.element(page.getByText("There are no creators for your query.")).toBeVisible();
});

test("the creators updated last, newest first", async () => {
  await answerCreators([...CREATORS].reverse());
  await renderScreen("/artists/updated");
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toHaveTextContent("Recently updated creators");
  await expect.poll(names).toEqual(["Cleo Lantern", "Ben Harbor", "Ann Lantern"]);
  expect(dates()).toEqual(dates().sort().reverse());
  await reopen("/artists/updated?o=7");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Offset 7 is not a multiple of 50.");
});

test("on a wide screen nothing moves while it loads", () =>
  staysWhileLoading(SCREEN, DESKTOP, { isLate: true }));
