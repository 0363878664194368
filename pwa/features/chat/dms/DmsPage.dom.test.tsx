/** Direct messages. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listDms } from "#shared/contracts/dms.ts";
import { answerCreators, answerDms, answerPrefetches, listedDm } from "#tests/components/answers.ts";
import { api, NOT_SOON } from "#tests/components/api.ts";
import { listCreator } from "#tests/components/examples.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";

const cards = page.getByRole("main").getByRole("article");
const pages = page.getByRole("navigation", { name: "Pages of direct messages" });
const field = page.getByRole("combobox", { name: "Search direct messages" });
const DMS = [listedDm(), listedDm({ hash: "d2", content: "Thank you all" })];

test("DMs are listed with their writers, fifty a page", async () => {
  const errors = vi.spyOn(console, "error");
  await answerPrefetches();
  await answerDms(DMS);
  await renderScreen("/dms");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Direct messages");
  await expect.element(cards).toHaveLength(2);
  await expect.element(cards.first().getByRole("heading", { level: 2 })).toHaveTextContent("Ann Lantern");
  await expect.element(cards.first().getByRole("time")).toHaveTextContent(/^\d{4}-\d{2}-\d{2}$/);
  await expect.element(pages).not.toBeInTheDocument();
  await answerDms(
    Array.from({ length: 50 }, (_, at) => listedDm({ hash: `${at}` })),
    {},
    51,
  );
  await answerDms(DMS.slice(1), { query: { o: "50" } }, 51);
  await reopen();
  await pages.getByRole("link", { name: "Next page" }).click();
  await expect.poll(address).toBe("/dms?o=50");
  await expect.element(cards).toHaveLength(1);
  expect(errors).not.toHaveBeenCalled();
});

test("the text of a DM is HTML, of which only what is allowed is shown; plain text keeps its lines", async () => {
  const html =
    '<p>A <b>bold</b> &amp; <a href="https://example.com/x">far</a> link</p><script>document.title = "x"</script>';
  await answerDms([listedDm({ content: html }), listedDm({ hash: "d2", content: "one\ntwo" })]);
  await renderScreen("/dms");
  await expect.element(cards.first()).toHaveTextContent("A bold & far link");
  await expect
    .element(cards.first().getByRole("link", { name: "far" }))
    .toHaveAttribute("rel", "noopener noreferrer nofollow");
  expect(cards.first().element().querySelector("script")).toBeNull();
  const plain = cards.nth(1).getByText("one two").element();
  expect(getComputedStyle(plain).whiteSpaceCollapse).toBe("preserve-breaks");
});

test("conditions that DMs have are completed, and put in searches by itself", async () => {
  await answerDms(DMS);
  await answerDms(DMS.slice(1), { query: { q: 'creator:"Ann Lantern"' } });
  await answerCreators([listCreator({ name: "Ann Lantern" })]);
  await renderScreen("/dms");
  await field.click();
  await userEvent.keyboard("ta");
  await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
  await userEvent.keyboard("{Backspace}{Backspace}cre");
  await page.getByRole("option", { name: "creator:" }).click();
  await userEvent.keyboard("lantren");
  await expect.element(page.getByRole("option", { name: "Ann Lantern" })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(field).toHaveValue('creator:"Ann Lantern" ');
  await expect.poll(() => new URLSearchParams(location.search).get("q")).toBe('creator:"Ann Lantern"');
  await expect.element(cards).toHaveLength(1);
  history.back();
  await expect.element(field).toHaveValue("");
});

test("the list and a search in it are feeds", async () => {
  const feeds = page.getByRole("navigation", { name: "Feed" });
  await answerDms(DMS);
  await answerDms(DMS, { query: { q: "thank you" } });
  await renderScreen("/dms");
  await expect
    .element(feeds.getByRole("link", { name: "Atom" }))
    .toHaveAttribute("href", "/api/v1/dms/feed?format=atom");
  await renderScreen("/dms?q=thank+you");
  await expect
    .element(feeds.getByRole("link", { name: "RSS" }))
    .toHaveAttribute("href", "/api/v1/dms/feed?format=rss&q=thank+you");
});

test("a DM with several files shows all of them", async () => {
  const path = (digit: string, ext: string) =>
    `/${digit.repeat(2)}/${digit.repeat(2)}/${digit.repeat(64)}${ext}`;
  const file = { name: "one.zip", path: path("a", ".zip") };
  const attachments = [
    { name: "two.zip", path: path("b", ".zip") },
    { name: "three.png", path: path("c", ".png") },
  ];
  await answerDms([listedDm({ file, attachments })]);
  await renderScreen("/dms");
  await expect.element(cards.getByRole("link", { name: "one.zip" })).toBeVisible();
  await expect.element(cards.getByRole("link", { name: "two.zip" })).toHaveAttribute("download", "two.zip");
  await expect.element(cards.getByRole("img", { name: /three\.png/ })).toBeInTheDocument();
});

test("a search starts by itself a second after the last key, from three characters on", async () => {
  await answerDms(DMS);
  await answerDms([], { query: { q: "zzzzqqqq" } });
  await renderScreen("/dms");
  await expect.element(cards).toHaveLength(2);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await userEvent.fill(field, "zz");
    vi.advanceTimersByTime(5_000);
    expect(address()).toBe("/dms");
    await userEvent.fill(field, "zzzzqqqq");
    vi.advanceTimersByTime(999);
    expect(address()).toBe("/dms");
    vi.advanceTimersByTime(1);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(address).toBe("/dms?q=zzzzqqqq");
  await expect.element(page.getByText("There are no DMs.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Nobody here but us chickens!" })).toBeVisible();
  await userEvent.fill(field, "");
  await expect.poll(address).toBe("/dms");
  await expect.element(cards).toHaveLength(2);
});

test("the words of the address are searched", async () => {
  await answerDms(DMS.slice(1), { query: { q: "thank" } });
  await renderScreen("/dms?q=thank");
  await expect.element(cards).toHaveLength(1);
  await expect.element(cards.first()).toHaveTextContent(/thank/i);
  await expect.element(field).toHaveValue("thank");
});

test("an address in a DM is a link without a referrer or opener", async () => {
  const content = "First line\nSee https://example.org/notes?a=1. Not javascript:alert(1)";
  await answerDms([listedDm({ content })]);
  await renderScreen("/dms");
  await expect
    .element(cards.getByRole("link", { name: "https://example.org/notes?a=1" }))
    .toHaveAttribute("rel", "noopener noreferrer nofollow");
  await expect.element(cards.getByRole("link")).toHaveLength(2);
});

test("a failure says why and can be tried again", async () => {
  await api.fail(listDms, 503, "Search is not available right now.", NOT_SOON);
  await renderScreen("/dms");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Search is not available right now.");
  await answerDms(DMS);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(cards).toHaveLength(2);
});

test("loading has the shape of the list", async () => {
  const props = { currentPage: "artists", count: 2, limit: 50, dms: DMS } as const;
  const release = await api.hold(listDms, { props });
  await renderScreen("/dms");
  await expect.element(page.getByRole("status", { name: "Loading direct messages" })).toBeVisible();
  await release();
  await expect.element(cards).toHaveLength(2);
});
