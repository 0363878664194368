/** Follows the feed of takedowns, page by page, from where this device stopped (contract /v1/removed). */
import { listRemoved } from "#shared/contracts/removed.ts";
import { call } from "../../api/call.ts";
import { handOver } from "../cache/cached.ts";
import { openDevice } from "../load-offline-store.ts";

/**
 * Removes every copy of what was taken down since the last time; one tab at a time.
 * @returns keys of what was on this device: `service/creator` or `service/creator/post`
 * @throws what a call throws; the next time begins where this one stopped
 */
export async function followRemoved(): Promise<string[]> {
  if (navigator.locks === undefined) return await follow();
  return await navigator.locks.request("removed", { ifAvailable: true }, (lock) =>
    lock === null ? [] : follow(),
  );
}

async function follow(): Promise<string[]> {
  const device = await openDevice();
  // What was read a moment ago is here first, so that it can leave.
  await handOver();
  const here: string[] = [];
  let since = await device.removedSince();
  for (;;) {
    const page = await call(listRemoved, { query: { since: String(since) } });
    if (page.removed.length === 0) return here;
    here.push(...(await device.applyRemoved(page.removed, page.since)));
    since = page.since;
  }
}
