/** Pictures that look like a chosen file, and what is sent to find them. */
import { beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { z } from "zod/mini";
import { searchHashes, searchPicture } from "#shared/contracts/files.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import type { PictureHit } from "#shared/entities/archive-file.ts";
import { api } from "#tests/components/api.ts";
import { profile } from "#tests/components/examples.ts";
import { main } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import { drawPicture } from "#tests/support/pictures.ts";
import { offlineDb } from "../../../../offline/db/db.ts";
import { markOfflineData } from "../../../../offline/db/has-data.ts";
import { hashSavedPictures, similarSaved } from "../../../../offline/pictures/saved-pictures.ts";
import { applyTakedowns } from "../../../../offline/takedowns/apply.ts";
import { lookup } from "../lookup.ts";
import { onlyOnDevice } from "../only-on-device.ts";

const NAME = "secret name.png";
const PDQ = "d4b5697a129717e52c95d2b54b58aa945e09237302c93cd023fcd31ba6ecdd27";
const row = main.getByRole("row", { name: NAME });
const choose = (file: File) => userEvent.upload(main.getByLabelText("Choose files"), file);

async function picture(rectangles?: number): Promise<File> {
  const { width, height, data } = drawPicture(3, 512, 300, rectangles);
  const image = new ImageData(width, height);
  for (let at = 0; at < width * height; at += 1)
    image.data.set([...data.subarray(at * 3, at * 3 + 3), 255], at * 4);
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return new File([await canvas.convertToBlob({ type: "image/png" })], NAME, { type: "image/png" });
}

const answerKnown = (...hashes: string[]) =>
  api.answer(
    { ...searchHashes, response: z.object({ type: z.string(), data: searchHashes.response }) },
    { type: "hashes", data: hashes.map((hash) => hit({ hash })) },
  );

function hit(own: Partial<PictureHit>): PictureHit {
  const post = { service: "patreon", user: "1", id: "1", title: "Where it is", revision: null };
  return {
    ...{ hash: "b".repeat(64), mime: "image/jpeg", ext: ".jpg", size: 9, posts: [post] },
    ...{ discord_posts: [], more: false, distance: 4, width: 100, height: 90, ...own },
  };
}

/** Requests to the API, besides the lookup of the SHA-256. */
const asked = async () =>
  (await api.requests(/^\/api\//)).filter(({ address }) => address !== "/api/v2/search_hash");

beforeEach(async () => {
  lookup.clear();
  onlyOnDevice.set(undefined);
  await answerKnown();
});

test("the only request for it has the 64 hex digits and nothing else of the picture", async () => {
  await api.answer(searchPicture, []);
  await renderScreen("/search_hash");
  const before = (await asked()).length;
  await choose(await picture());
  await expect.element(row).toHaveTextContent("No similar images");
  const requests = (await asked()).slice(before);
  expect(requests).toEqual([
    { method: "GET", address: `/api/v1/search_picture/${PDQ}`, body: "", isAnswered: true },
  ]);
});

test("identical ones come first, then larger ones, the same and similar ones, each with its post", async () => {
  const file = await picture();
  await api.answer(searchPicture, [
    hit({ hash: "1".repeat(64), distance: 0, width: 512, height: 300 }),
    hit({ hash: "2".repeat(64), distance: 6, width: 4_000, height: 2_344 }),
    hit({ hash: "3".repeat(64), distance: 30, width: null, height: null }),
  ]);
  await renderScreen("/search_hash");
  await choose(file);
  const items = row.getByRole("listitem");
  await expect.element(row).toHaveTextContent("Similar image");
  const texts = items.elements().map((item) => item.textContent);
  expect(texts).toEqual([
    "The same image, larger here: 4,000 × 2,344 instead of 512 × 300Where it is",
    "The same image · 512 × 300Where it is",
    "Similar imageWhere it is",
  ]);
  await expect
    .element(items.first().getByRole("link", { name: "Where it is" }))
    .toHaveAttribute("href", "/patreon/user/1/post/1");
  const [image] = items.first().element().querySelectorAll("img");
  expect(image?.getAttribute("src")).toContain("2".repeat(64));
  expect(image?.closest("[data-cover]")?.getAttribute("data-cover")).toBe("patreon");
});

test("the file itself is identical", async () => {
  const file = await picture();
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await answerKnown(hash);
  await api.answer(searchPicture, [hit({ hash: "1".repeat(64), distance: 2 }), hit({ hash, distance: 0 })]);
  await renderScreen("/search_hash");
  await choose(file);
  await expect.element(row).toHaveTextContent("Identical");
  await expect.element(row.getByRole("listitem").nth(1)).toHaveTextContent("Identical");
});

test("more than four can be opened", async () => {
  await api.answer(
    searchPicture,
    Array.from({ length: 7 }, (_, at) => hit({ hash: `${at}`.repeat(64) })),
  );
  await renderScreen("/search_hash");
  await choose(await picture());
  await row.getByText("3 more").click();
  await expect.poll(() => row.getByRole("listitem").elements().length).toBe(7);
});

test("a plain picture and one that cannot be decoded ask nothing, and say why", async () => {
  await renderScreen("/search_hash");
  const before = (await asked()).length;
  await choose(await picture(0));
  await expect.element(row).toHaveTextContent("Too plain to find similar images");
  lookup.clear();
  await choose(new File(["words"], NAME, { type: "image/png" }));
  await expect.element(row).toHaveTextContent("This browser can't open the image.");
  expect((await asked()).slice(before)).toEqual([]);
});

test("copies that were rotated, mirrored, framed or cropped are searched on request, and listed once", async () => {
  await api.answer(searchPicture, []);
  await renderScreen("/search_hash");
  await choose(await picture());
  await expect.element(row).toHaveTextContent("No similar images");
  const before = (await asked()).length;
  const turned = hit({ distance: 12, width: 300, height: 512 });
  await api.answer(searchPicture, [hit({ distance: 20 })], { times: 3 });
  await api.answer(searchPicture, [turned], { times: 1 });
  await row.getByRole("button", { name: "Search rotated, mirrored, framed and cropped" }).click();
  await expect.element(row).toHaveTextContent("Rotated, mirrored, framed or cropped");
  await expect.element(row.getByRole("listitem")).toHaveTextContent("The same image · 300 × 512");
  const addresses = (await asked()).slice(before).map(({ address }) => address);
  expect(addresses.every((address) => /^\/api\/v1\/search_picture\/[0-9a-f]{64}$/.test(address))).toBe(true);
  expect(new Set(addresses).size).toBe(12); // seven orientations, four with moved edges, and the picture without its plain margin
  expect(addresses).not.toContain(`/api/v1/search_picture/${PDQ}`);
});

test("a picture that is found as it is shown is not listed again among the changed ones", async () => {
  await api.answer(searchPicture, [hit({ distance: 40, posts: [] })]); // no link that a pointer could preload
  await renderScreen("/search_hash");
  await choose(await picture());
  await expect.element(row).toHaveTextContent("Similar image");
  await row.getByRole("button", { name: "Search rotated, mirrored, framed and cropped" }).click();
  await expect.element(row).toHaveTextContent("No rotated, mirrored, framed or cropped copies");
  expect(row.getByRole("listitem").elements()).toHaveLength(1);
});

test("a failed search says so", async () => {
  await api.fail(searchPicture, 400, "Invalid hash!");
  await renderScreen("/search_hash");
  await choose(await picture());
  await expect.element(row).toHaveTextContent("Couldn't look for similar images.");
});

test("only on this device, nothing is sent; afterwards both lookups are", async () => {
  await api.answer(searchPicture, [hit({})]);
  await renderScreen("/search_hash");
  const before = (await api.requests(/^\/api\//)).length;
  const box = main.getByRole("switch", { name: "Only on this device" });
  await box.click();
  await choose(await picture());
  await expect.element(row).toHaveTextContent("Not in your saved posts");
  // The thumbnail of the own file, and no request.
  await expect.poll(() => row.element().querySelector("img")?.complete).toBe(true);
  expect((await api.requests(/^\/api\//)).slice(before)).toEqual([]);
  await box.click();
  await expect.element(row).toHaveTextContent("Not in the archive");
  await expect.element(row).toHaveTextContent("The same image");
});

test("a typed hash is looked up on this device alone as well", async () => {
  onlyOnDevice.set("on");
  await renderScreen(`/search_hash?hash=${"a".repeat(64)}`);
  await expect.element(main.getByText("Not in your saved posts")).toBeVisible();
  expect(await api.requests(/search_/)).toEqual([]);
});

const KEY = "patreon/1/7";

/** Stores a file of a saved post, as the saving worker leaves it. */
async function save(file: Blob): Promise<string> {
  const hash = "5".repeat(64);
  const path = `/55/55/${hash}.png`;
  markOfflineData();
  await api.answer(getProfile, profile()); // asked for news of its creator after seconds
  const { files, parts, saved } = offlineDb();
  const { size: bytes, type } = file;
  await parts.put({ hash, part: 0, data: file });
  await files.put({ hash, path, type, bytes, isWhole: 1, posts: [KEY], storedAt: 1 });
  await saved.put({
    ...{ key: KEY, creator: "patreon/1", creatorName: "Ann", title: "Saved lake", savedAt: 1, bytes },
    ...{ files: [{ hash, path, name: "", kind: "image", state: "whole" }], state: "whole", kinds: [] },
  });
  return hash;
}

test("pictures of saved posts are found without the archive, and no more once they are taken down", async () => {
  const hash = await save(await picture());
  await hashSavedPictures();
  expect(await offlineDb().files.get(hash)).toMatchObject({ look: { width: 512, height: 300, pdq: PDQ } });
  onlyOnDevice.set("on");
  await renderScreen("/search_hash");
  await choose(await picture());
  await expect.element(row).toHaveTextContent("In your saved posts");
  const found = row.getByRole("list").last().getByRole("link", { name: "Saved lake" });
  await expect.element(found).toHaveAttribute("href", "/patreon/user/1/post/7");
  expect(await api.requests(/search_/)).toEqual([]);
  const removed = { service: "patreon", user: "1", post: "7", comment: null, share: null, files: [] };
  await applyTakedowns([removed as never], 1, () => {});
  expect(await similarSaved(PDQ)).toEqual([]);
});

const offer = main.getByRole("link", { name: "Find similar images" });

test("a hash offers similar images", async () => {
  const hash = await save(await picture());
  onlyOnDevice.set("on");
  await renderScreen(`/search_hash?hash=${hash}`);
  await expect.element(offer).toHaveAttribute("href", `/search_hash?hash=${hash}&similar=1`);
});

test("the hash of a file that is no image offers none", async () => {
  const hash = await save(await picture());
  await offlineDb().files.update(hash, { path: `/55/55/${hash}.zip` });
  onlyOnDevice.set("on");
  await renderScreen(`/search_hash?hash=${hash}`);
  await expect.element(main.getByRole("link", { name: "Saved lake" })).toBeVisible();
  await expect.element(offer).not.toBeInTheDocument();
});

test("while the archive cannot be reached, saved posts answer", async () => {
  await save(await picture());
  await hashSavedPictures();
  await renderScreen("/search_hash");
  await api.disconnect(searchPicture);
  await choose(await picture());
  await expect.element(row).toHaveTextContent("In your saved posts");
});

test("a saved picture that is plain or cannot be decoded is read once, and found by nothing", async () => {
  const hash = await save(new Blob(["words"], { type: "image/png" }));
  await hashSavedPictures();
  expect((await offlineDb().files.get(hash))?.look).toEqual({ width: 0, height: 0 });
  await offlineDb().parts.clear();
  await hashSavedPictures();
  expect(await similarSaved(PDQ)).toEqual([]);
});
