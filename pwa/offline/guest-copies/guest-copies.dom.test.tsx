/** Copies of links at a start of the app: deleted once the link has ended, by the device's clock or by the server. */
import { afterEach, expect, test } from "vitest";
import { checkGuestLinks } from "#shared/contracts/guest-links.ts";
import { GUEST_CACHES, GUEST_STATE } from "#shared/rules/guest-copies.ts";
import { api } from "#tests/components/api.ts";
import { checkGuestCopies } from "./guest-copies.ts";

const names = async () => (await caches.keys()).filter((name) => name.startsWith(GUEST_CACHES)).sort();

async function store(token: string, state?: object): Promise<void> {
  const cache = await caches.open(GUEST_CACHES + token);
  if (state !== undefined) await cache.put(GUEST_STATE, Response.json(state));
}

afterEach(async () => {
  for (const name of await names()) await caches.delete(name);
});

test("a copy is deleted at its end, without an end, and when its link was revoked", async () => {
  await store("ended", { ends: Date.now() - 1 });
  await store("endless");
  await store("open", { ends: Date.now() + 60_000 });
  await store("revoked", { ends: Date.now() + 60_000 });
  await api.answer(checkGuestLinks, [true, false]);
  expect(await checkGuestCopies()).toEqual(["open"]);
  expect(await names()).toEqual([`${GUEST_CACHES}open`]);
  const [asked] = await api.requests(/guest\/check/);
  expect(JSON.parse(asked?.body ?? "")).toEqual({ tokens: ["open", "revoked"] });
});

test("without a copy, nothing is asked", async () => {
  await store("ended", { ends: 1 });
  expect(await checkGuestCopies()).toEqual([]);
  expect(await names()).toEqual([]);
  expect(await api.requests(/guest\/check/)).toEqual([]);
});

test("a server that does not answer deletes nothing before the end", async () => {
  await store("open", { ends: Date.now() + 60_000 });
  await api.fail(checkGuestLinks, 503, "Maintenance");
  await expect(checkGuestCopies()).rejects.toThrow("Maintenance");
  expect(await names()).toEqual([`${GUEST_CACHES}open`]);
});
