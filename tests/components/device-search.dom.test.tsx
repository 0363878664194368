/** The search on the device has no posts of an earlier test. */
import { expect, test } from "vitest";
import { storeResponses } from "../../pwa/offline/cache/cached.ts";
import { offlineDb } from "../../pwa/offline/db/db.ts";
import { SEARCH_STATE } from "../../pwa/offline/db/records.ts";
import { searchOffline } from "../../pwa/offline/search/client.ts";
import { answerPosts } from "./answers.ts";
import { listPosts } from "./examples.ts";
import { cards } from "./places.ts";
import { renderScreen } from "./screen.tsx";

const indexSize = async () =>
  (await searchOffline({ q: "post", tags: [], creators: undefined, offset: 0, limit: 50 })).size;

test("posts that were shown are in the index", async () => {
  await answerPosts(listPosts(2));
  await renderScreen("/posts");
  await expect.element(cards).toHaveLength(2);
  await storeResponses();
  await expect.poll(indexSize).toBe(2);
});

test("the next test begins with an empty index, which stores nothing", async () => {
  expect(await indexSize()).toBe(0);
  expect(await offlineDb().state.get(SEARCH_STATE)).toBeUndefined();
});
