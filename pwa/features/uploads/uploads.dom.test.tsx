/** Uploads: what is sent and what is not, what became of it, and the moderators' decision. */
import { beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { z } from "zod/mini";
import { searchHashes, searchPicture } from "#shared/contracts/files.ts";
import {
  approveUpload,
  createUpload,
  deleteUpload,
  FILE_TOO_LARGE,
  getUpload,
  getWaitingPreview,
  KIND_REFUSED,
  listUploads,
  listWaitingUploads,
  refuseUpload,
  sendUpload,
  UPLOAD_DECIDED,
  UPLOAD_NEEDS_ACCOUNT,
} from "#shared/contracts/uploads.ts";
import { BAD_IMAGE } from "#shared/rules/files.ts";
import { answerAccount, answerFavorites, LOGGED_IN } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { alert, field, main, submit } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import {
  answerRules,
  answerTransfer,
  ownUpload,
  UPLOAD_ID,
  waitingUpload,
} from "#tests/components/uploads.ts";
import { drawPicture } from "#tests/support/pictures.ts";
import { uploads } from "./sender.ts";

const PAGE = "/posts/upload?service=patreon&user=10";
const OWN = "/account/posts/upload";
const TASKS = "/account/moderator/tasks/uploads";
const MODERATOR = { logged_in: "yes", role: "moderator" };
const rows = main.getByRole("region", { name: "Files to upload" }).getByRole("listitem");
const leftOut = main.getByRole("group").getByRole("listitem");
const chooser = () => main.getByLabelText("Choose files");
const sha256 = async (text: string) => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};
const sent = async (method: string) =>
  (await api.requests(/\/posts\/upload/)).filter((request) => request.method === method);

const HIT = {
  ...{ mime: "image/png", ext: ".png", size: 5 },
  ...{ posts: [], discord_posts: [], more: false },
};

/** Mocks the hashes that the archive has. */
const answerKnown = (...hashes: string[]) =>
  api.answer(
    { ...searchHashes, response: z.object({ type: z.string(), data: searchHashes.response }) },
    {
      type: "hashes",
      data: hashes.map((hash) => ({ ...HIT, hash })),
    },
  );

beforeEach(async () => {
  await answerAccount();
  await answerFavorites();
  await answerRules();
  await api.answer(listUploads, []);
  await api.answer(getUpload, ownUpload());
  uploads.forget();
  uploads.continue();
});

test("without an account the way to log in is shown, and an archive that takes nothing says so", async () => {
  await renderScreen(PAGE);
  await expect.element(main.getByText("Log in to upload files.")).toBeVisible();
  await expect.element(chooser()).not.toBeInTheDocument();
  await answerRules({ mode: "off" });
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await expect.element(main.getByText("This archive takes no uploads.")).toBeVisible();
});

test("without a creator the page says where to start", async () => {
  await answerRules({ creator: null });
  await answerFavorites();
  await renderScreen("/posts/upload", { stored: LOGGED_IN });
  await expect.element(main.getByRole("link", { name: "Browse creators" })).toBeVisible();
});

test("files that the archive has are not sent; the others are", async () => {
  await answerTransfer(5);
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await field("Title").fill("Two");
  const known = await sha256("known");
  await answerKnown(known);
  await userEvent.upload(chooser(), [new File(["known"], "a.png"), new File(["fresh"], "b.png")]);
  await expect.element(main.getByText("We have 1 of these 2 files.")).toBeVisible();
  await expect.element(rows.nth(0)).toHaveTextContent("Already in the archive");
  await expect.element(rows.nth(1)).toHaveTextContent("Uploaded");
  expect(await sent("POST")).toHaveLength(1);
  expect((await sent("PATCH")).map(({ body }) => body)).toEqual(["fresh"]);
  expect(Object.keys(localStorage).filter((key) => key.includes("tus"))).toEqual([]);
});

test("an image that the archive has in another size says so, with the way to it, and is sent all the same", async () => {
  const { width, height, data } = drawPicture(3, 512, 300);
  const image = new ImageData(width, height);
  for (let at = 0; at < width * height; at += 1)
    image.data.set([...data.subarray(at * 3, at * 3 + 3), 255], at * 4);
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  const file = new File([await canvas.convertToBlob({ type: "image/png" })], "a.png", { type: "image/png" });
  const larger = { ...HIT, hash: "b".repeat(64), distance: 4, width: 1_024, height: 600 };
  await answerTransfer(file.size);
  await api.answer(searchPicture, [larger]);
  await answerKnown();
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await field("Title").fill("One");
  await userEvent.upload(chooser(), [file]);
  const link = rows.getByRole("link", {
    name: "The same image, larger here: 1,024 × 600 instead of 512 × 300",
  });
  await expect.element(link).toHaveAttribute("href", `/file/${"b".repeat(64)}`);
  await expect.element(rows).toHaveTextContent("Uploaded");
  expect(await api.requests(/search_picture/)).toHaveLength(1);
});

test("a refusal is said in words", async () => {
  await answerKnown();
  await api.fail(createUpload, 413, FILE_TOO_LARGE);
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await userEvent.upload(chooser(), new File(["fresh"], "b.png"));
  await expect.element(rows).toHaveTextContent("The file is larger than this archive takes.");
});

test("a session that has ended keeps the upload, which goes on after the login", async () => {
  await answerKnown();
  await answerTransfer(5);
  await api.fail(sendUpload, 401, UPLOAD_NEEDS_ACCOUNT);
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await userEvent.upload(chooser(), new File(["fresh"], "b.png"));
  await expect.element(rows).toHaveTextContent("Log in to continue");
  await expect
    .element(main.getByRole("link", { name: "Log in" }))
    .toHaveAttribute("href", expect.stringContaining("/authentication/login"));
  await answerTransfer(5);
  const { session } = await import("../../lib/session.ts");
  session.set("ended");
  session.set("yes");
  await expect.element(rows).toHaveTextContent("Uploaded");
  expect(await sent("POST")).toHaveLength(1); // not created again
});

test("a busy server is tried again, a pause is kept, and a canceled upload is deleted there", async () => {
  await answerKnown();
  await answerTransfer(5);
  await api.fail(createUpload, 503);
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await userEvent.upload(chooser(), new File(["fresh"], "b.png"));
  await expect.element(rows).toHaveTextContent("Waiting for connection");
  await submit("Pause").click();
  await expect.element(submit("Continue")).toBeVisible();
  expect(await sent("PATCH")).toEqual([]);
  await api.removeLast(createUpload);
  const release = await api.holdFailure(sendUpload, 204);
  await submit("Continue").click();
  await expect.poll(async () => (await sent("PATCH")).length).toBe(1);
  await api.answer(deleteUpload, undefined);
  await submit("Cancel b.png").click();
  await expect.element(rows).not.toBeInTheDocument();
  await expect.poll(async () => (await sent("DELETE")).length).toBe(1);
  await release();
});

test("files that cannot be uploaded are named with their reasons; the others are sent", async () => {
  await answerRules({ max_bytes: 10 });
  await answerKnown();
  await answerTransfer(5);
  await renderScreen(PAGE, { stored: LOGGED_IN });
  const large = new File(["larger than ten"], "large.png");
  await userEvent.upload(chooser(), [new File([], "nothing.png"), large, new File(["fresh"], "b.png")]);
  await expect.element(main.getByText("2 files not uploaded")).toBeVisible();
  await expect.element(leftOut.nth(0)).toHaveTextContent("nothing.pngEmpty file");
  await expect
    .element(leftOut.nth(1))
    .toHaveTextContent("large.pngThe file is larger than this archive takes.");
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toHaveTextContent("b.png");
  await expect.element(rows).toHaveTextContent("Uploaded");
});

test("a file that this account began to send before is not begun again", async () => {
  const begun = { name: "b.png", state: "receiving", received: 2, sha256: await sha256("fresh") } as const;
  await api.answer(listUploads, [ownUpload(begun)]);
  await answerKnown();
  await answerTransfer(5);
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await userEvent.upload(chooser(), new File(["fresh"], "b.png"));
  await expect.element(rows).toHaveTextContent("Uploaded");
  expect(await sent("POST")).toEqual([]);
});

test("each of one's own uploads has its outcome; a waiting one can be removed", async () => {
  await api.answer(listUploads, [
    ownUpload(),
    ownUpload({ id: "2", name: "old.png", state: "refused", reason: "Blurred" }),
    ownUpload({ id: "3", name: "public.png", state: "published" }),
    ownUpload({ id: "4", name: "a.png", state: "failed", reason: KIND_REFUSED, mime: "application/xml" }),
  ]);
  await renderScreen(OWN, { stored: LOGGED_IN });
  const list = main.getByRole("list", { name: "Your uploads" }).getByRole("listitem");
  await expect.element(list.nth(0)).toHaveTextContent("Waiting for a moderator");
  await expect.element(list.nth(1)).toHaveTextContent("Blurred");
  await expect
    .element(list.nth(2).getByRole("link", { name: "public.png" }))
    .toHaveAttribute("href", "/share/s1");
  await expect.element(list.nth(3)).toHaveTextContent("File type not accepted (application/xml).");
  await api.answer(deleteUpload, undefined);
  await api.answer(listUploads, []);
  await submit("Remove sketch.png").click();
  await expect.element(main.getByText("You have not uploaded anything yet.")).toBeVisible();
});

test("a moderator approves, and refuses with a reason", async () => {
  await answerAccount({ role: "moderator" });
  await api.answer(listWaitingUploads, [
    waitingUpload(),
    waitingUpload({
      ...{ id: "2".repeat(22), name: "other.zip", mime: "application/zip" },
      ...{ by: null, scan: "not_scanned" },
    }),
  ]);
  await api.fail(getWaitingPreview, 422, BAD_IMAGE);
  await api.answer(approveUpload, true);
  await api.answer(refuseUpload, true);
  await renderScreen(TASKS, { stored: MODERATOR });
  await expect.element(main.getByText("Uploaded by cyd")).toBeVisible();
  await expect
    .element(main.getByRole("link", { name: "Open the file" }))
    .toHaveAttribute("href", `/api/v1/account/moderator/uploads/${UPLOAD_ID}/file`);
  await expect.element(main.getByRole("img")).not.toBeInTheDocument();
  await main.getByRole("button", { name: /^Preview/ }).click();
  await expect.element(main.getByText("No preview of this file can be made.")).toBeVisible();
  await api.answer(listWaitingUploads, [
    waitingUpload({
      ...{ id: "2".repeat(22), name: "other.zip", mime: "application/zip" },
      ...{ by: null, scan: "not_scanned" },
    }),
  ]);
  await submit("Approve sketch.png").click();
  await expect.element(submit("Approve sketch.png")).not.toBeInTheDocument();
  await expect.element(main.getByText("Uploaded without an account")).toBeVisible();
  await expect.element(main.getByRole("button", { name: /^Preview/ })).not.toBeInTheDocument();
  await submit("Refuse other.zip").click(); // not without a reason
  await expect.element(field("Reason")).toHaveFocus();
  await field("Reason").fill("Not by this creator");
  await api.answer(listWaitingUploads, []);
  await submit("Refuse other.zip").click();
  await expect.element(main.getByText("No pending uploads. Yay!")).toBeVisible();
  expect((await api.requests(/\/refuse$/)).map(({ body }) => JSON.parse(body))).toEqual([
    { version: 1, reason: "Not by this creator" },
  ]);
});

test("the second of two moderators sees that it was decided", async () => {
  await answerAccount({ role: "moderator" });
  await api.answer(listWaitingUploads, [waitingUpload()]);
  await api.fail(approveUpload, 409, UPLOAD_DECIDED);
  await renderScreen(TASKS, { stored: MODERATOR });
  await submit("Approve sketch.png").click();
  await expect
    .element(alert.first())
    .toHaveTextContent("Another moderator has already decided about this file.");
});

test("a long list of files that are not uploaded is collapsed, and comes in pages", async () => {
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await userEvent.upload(
    chooser(),
    Array.from({ length: 60 }, (_, at) => new File([], `${at}.png`)),
  );
  await expect.element(main.getByText("60 files not uploaded")).toBeVisible();
  await expect.element(main.getByText("0.png", { exact: true })).not.toBeVisible();
  await main.getByText("60 files not uploaded").click();
  await expect.element(leftOut).toHaveLength(50);
  await main.getByRole("button", { name: "Load more" }).click();
  await expect.element(leftOut).toHaveLength(60);
  await expect.element(leftOut.last()).toHaveTextContent("59.png");
});

test("an upload of an earlier visit asks for its file, and takes no other", async () => {
  const { storeUpload } = await import("../../offline/uploads/uploads.ts");
  await storeUpload({ id: UPLOAD_ID, name: "b.png", size: 5, first: await sha256("fresh") });
  await api.answer(getUpload, ownUpload({ state: "receiving", received: 2, name: "b.png" }));
  await answerTransfer(5);
  await renderScreen(PAGE, { stored: { ...LOGGED_IN, device: "1" } });
  const again = main.getByLabelText("Choose b.png again");
  await userEvent.upload(again, new File(["other"], "b.png"));
  await expect.element(main.getByText("This is another file.")).toBeVisible();
  await userEvent.upload(again, new File(["fresh"], "b.png"));
  await expect.element(rows).toHaveTextContent("Uploaded");
});

test("an upload that another tab sends is listed as such, and offered here once that tab is closed", async () => {
  const { storeUpload } = await import("../../offline/uploads/uploads.ts");
  await storeUpload({ id: UPLOAD_ID, name: "b.png", size: 5, first: await sha256("fresh") });
  await api.answer(getUpload, ownUpload({ state: "receiving", received: 2, name: "b.png" }));
  let close = () => {};
  const isOpen = new Promise<void>((resolve) => {
    close = resolve;
  });
  await new Promise<void>((held) => {
    void navigator.locks.request(`upload ${UPLOAD_ID}`, () => {
      held();
      return isOpen;
    });
  });
  await renderScreen(PAGE, { stored: { ...LOGGED_IN, device: "1" } });
  await expect.element(rows).toHaveTextContent("Open in another tab");
  await expect.element(submit("Remove b.png")).not.toBeInTheDocument();
  close();
  await expect.element(rows).toHaveTextContent("Interrupted");
  await expect.element(main.getByLabelText("Choose b.png again")).toBeInTheDocument();
});

test("a file that the archive refuses after it was sent says so where it was sent", async () => {
  await answerKnown();
  await answerTransfer(5);
  const upload = { name: "b.xml", mime: "application/xml" };
  await api.answer(getUpload, ownUpload({ ...upload, state: "failed", reason: KIND_REFUSED }));
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await userEvent.upload(chooser(), new File(["fresh"], "b.xml"));
  await expect.element(rows.getByRole("alert")).toHaveTextContent("Failed");
  await expect.element(rows.getByRole("alert")).toHaveTextContent("application/xml");
});
