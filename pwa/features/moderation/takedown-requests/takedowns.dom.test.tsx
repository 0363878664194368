/** Takedowns on screen, and requests of people affected. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { confirmPassword } from "#shared/contracts/own-account.ts";
import {
  answerTakedownRequest,
  getRequestStatus,
  listTakedownRequests,
  sendTakedownRequest,
} from "#shared/contracts/takedown-requests.ts";
import {
  addTakedown,
  changeTakedownDays,
  listCopies,
  listTakedowns,
  previewTakedown,
  restoreTakedown,
} from "#shared/contracts/takedowns.ts";
import type { PictureHit } from "#shared/entities/archive-file.ts";
import { ADMINISTRATOR, answerWholeAccount } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { DAY } from "#tests/components/examples.ts";
import { takedown, takedownRequest } from "#tests/components/moderation.ts";
import { choose, heading, main } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const answerOwn = () => answerWholeAccount({ role: "administrator" });
const sent = async (path: RegExp, wanted: string) =>
  (await api.requests(path)).filter(({ method }) => method === wanted).map(({ body }) => JSON.parse(body));
const PREVIEW = {
  found: true,
  name: "Harbour",
  posts: 1,
  dms: 0,
  shares: 0,
  comments: 2,
  files: 3,
  size: 5_000,
  indexed: 1,
};

test("an address is previewed, and taken down once the password was confirmed", async () => {
  await answerOwn();
  await renderScreen("/account/administrator/takedowns", { stored: ADMINISTRATOR });
  await api.answer(previewTakedown, PREVIEW);
  const field = main.getByLabelText("Address or SHA-256");
  await userEvent.fill(field, "https://archive.example/contact");
  await main.getByRole("button", { name: "Preview" }).click();
  await expect.element(main.getByText(/This is not the address/)).toBeVisible();
  await userEvent.fill(field, "https://archive.example/patreon/user/1/post/100");
  await main.getByRole("button", { name: "Preview" }).click();
  await expect.element(main.getByText("1 post, 2 comments")).toBeVisible();
  await expect.element(main.getByText(/^3 files/)).toBeVisible();
  await expect.element(main.getByText(/deleted after 30 days/)).toBeVisible();
  await userEvent.fill(main.getByLabelText("Reason"), "A notice.");
  await api.fail(addTakedown, 403, "Confirm your password first.", { times: 1 });
  await main.getByRole("button", { name: "Take down" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm your password" });
  await api.answer(confirmPassword, true);
  await api.answer(addTakedown, { found: true, files: 3 });
  await userEvent.fill(dialog.getByLabelText("Password"), "12345");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect.element(main.getByText("Taken down, with 3 files that nothing else uses.")).toBeVisible();
  const wanted = { service: "patreon", user: "1", post: "100", reason: "A notice." };
  expect(await sent(/administrator\/takedowns/, "POST")).toEqual([wanted, wanted]);
});

test("a SHA-256 means the file", async () => {
  await answerOwn();
  await renderScreen(`/account/administrator/takedowns?address=${"AB".repeat(32)}`, {
    stored: ADMINISTRATOR,
  });
  await api.answer(listCopies, []);
  await api.answer(previewTakedown, { ...PREVIEW, found: false }, { query: { file: "ab".repeat(32) } });
  await main.getByRole("button", { name: "Preview" }).click();
  await expect.element(main.getByText(/Nothing of it is in the archive/)).toBeVisible();
});

test("images that look like the file are taken down only if they are chosen", async () => {
  await answerOwn();
  const file = "ab".repeat(32);
  const copy = (hash: string, width: number): PictureHit => ({
    ...{ hash: hash.repeat(64), mime: "image/png", ext: ".png", size: 9, discord_posts: [], more: false },
    posts: [{ service: "patreon", user: "1", id: hash, title: `Lake ${hash}`, revision: null }],
    ...{ distance: 4, width, height: 300 },
  });
  await api.answer(listCopies, [copy("c", 400), copy("d", 800)], { query: { file } });
  await api.answer(previewTakedown, PREVIEW);
  await renderScreen(`/account/administrator/takedowns?address=${file}`, { stored: ADMINISTRATOR });
  await main.getByRole("button", { name: "Preview" }).click();
  const boxes = main.getByRole("group", { name: /^Also take down/ }).getByRole("checkbox");
  await expect.element(boxes).toHaveLength(2);
  expect(boxes.elements().map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]);
  await main.getByRole("checkbox", { name: "800 × 300 · 4 of 256 bits differ · Lake d" }).click();
  await userEvent.fill(main.getByLabelText("Reason"), "A notice.");
  await api.answer(addTakedown, { found: true, files: 2 });
  await main.getByRole("button", { name: "Take down" }).click();
  await expect.element(main.getByText("Taken down, with 2 files that nothing else uses.")).toBeVisible();
  expect(await sent(/administrator\/takedowns/, "POST")).toEqual([
    { file, copies: ["d".repeat(64)], reason: "A notice." },
  ]);
});

test("a takedown is restored, and the time until deletion is set", async () => {
  await answerOwn();
  await renderScreen("/account/administrator/takedowns", { stored: ADMINISTRATOR });
  await expect.element(main.getByText(/Hidden, deleted on/)).toBeVisible();
  await api.answer(restoreTakedown, true);
  await api.answer(listTakedowns, {
    count: 1,
    days: 30,
    takedowns: [takedown({ held: false, purge_at: null })],
  });
  await main.getByRole("button", { name: "Restore patreon/1/100" }).click();
  await expect.element(main.getByText("Deleted and kept out of imports")).toBeVisible();
  await api.answer(changeTakedownDays, true);
  await userEvent.fill(main.getByLabelText("Days"), "7");
  await main.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => sent(/administrator\/takedowns/, "PATCH")).toEqual([{ days: 7 }]);
});

test("a request is sent with its declarations, and its link shows how it stands", async () => {
  await renderScreen("/dmca");
  await choose("Type of request", "Something was removed by mistake");
  await userEvent.fill(main.getByLabelText(/^Addresses/), "/patreon/user/1");
  await userEvent.fill(main.getByLabelText("What was removed, and why it may stay"), "It is mine.");
  await userEvent.fill(main.getByLabelText("Your full name"), "Ann");
  await userEvent.fill(main.getByLabelText("Contact details"), "ann@example.org");
  await api.answer(sendTakedownRequest, { secret: "s3cret" });
  await main.getByRole("button", { name: "Send" }).click(); // the browser asks for the declarations
  expect(await sent(/takedown_requests$/, "POST")).toEqual([]);
  for (const box of main.getByRole("checkbox").all()) await box.click();
  await main.getByRole("button", { name: "Send" }).click();
  await api.answer(getRequestStatus, {
    kind: "counter",
    state: "open",
    created_at: DAY,
    answer: "",
    answered_at: null,
  });
  await main.getByRole("link", { name: /dmca\/status#s3cret/ }).click();
  await expect.element(heading).toHaveTextContent("Status of a request");
  await expect.element(main.getByText("Open", { exact: true })).toBeVisible();
  await expect.poll(address).toBe("/dmca/status#s3cret");
  expect(await sent(/takedown_requests$/, "POST")).toEqual([
    {
      kind: "counter",
      addresses: "/patreon/user/1",
      statement: "It is mine.",
      name: "Ann",
      contact: "ann@example.org",
      good_faith: true,
      accurate: true,
    },
  ]);
});

test("a moderator answers a request, whose pages lead to their takedown", async () => {
  await answerOwn();
  await renderScreen("/account/moderator/takedown_requests", { stored: ADMINISTRATOR });
  const request = main.getByRole("article", { name: "Ann Example" });
  await expect.element(request.getByText("The second picture shows me.")).toBeVisible();
  await expect
    .element(request.getByRole("link"))
    .toHaveAttribute("href", expect.stringContaining("/account/administrator/takedowns?address="));
  await api.answer(answerTakedownRequest, takedownRequest({ state: "accepted", version: 2 }));
  await api.answer(listTakedownRequests, { count: 0, requests: [] });
  await userEvent.fill(request.getByLabelText("Answer"), "It is gone.");
  await request.getByRole("button", { name: "Accept" }).click();
  await expect.element(main.getByText("There are no requests here.")).toBeVisible();
  expect(await sent(/takedown_requests\/6/, "POST")).toEqual([
    { version: 1, state: "accepted", answer: "It is gone." },
  ]);
});
