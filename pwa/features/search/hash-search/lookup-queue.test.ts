import { expect, onTestFinished, test, vi } from "vitest";
import { HttpError, NetworkError } from "../../../api/errors.ts";
import { LookupQueue } from "./lookup-queue.ts";

const HASHES = Array.from({ length: 250 }, (_, at) => at.toString(16).padStart(64, "0"));
const [FIRST = "", SECOND = ""] = HASHES;

function setting(search: (hashes: readonly string[]) => Promise<never[]>, saved: string[] = []) {
  const asked: number[] = [];
  const state = {
    isOnline: true,
    answered: 0,
    queued: [] as string[],
    local: [] as string[],
    isLocal: false,
    refused: 0,
    saved: [] as string[],
  };
  const queue = new LookupQueue(
    {
      onAnswers: (answers) => {
        state.answered += answers.size;
      },
      onSaved: (places) => state.saved.push(...places.keys()),
      onQueued: (hashes) => {
        state.queued = [...hashes];
      },
      onLocal: (hashes) => {
        state.local = [...hashes];
      },
      onRefused: (hashes) => {
        state.refused += hashes.length;
      },
    },
    {
      findSaved: async (hashes) =>
        new Map(
          hashes.filter((hash) => saved.includes(hash)).map((hash) => [hash, [{ key: "a/b/c", title: "" }]]),
        ),
      search: (hashes) => {
        asked.push(hashes.length);
        return search(hashes);
      },
      isOnline: () => state.isOnline,
      isLocal: () => state.isLocal,
    },
  );
  return { queue, asked, state };
}

test("a hundred at a time, one request after the other", async () => {
  const { queue, asked, state } = setting(async () => []);
  await queue.add(HASHES, true);
  await expect.poll(() => state.answered).toBe(250);
  expect(asked).toEqual([100, 100, 50]);
});

test("few hashes wait for more until nothing else comes", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { queue, asked, state } = setting(async () => []);
  await queue.add(HASHES.slice(0, 20), false);
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toEqual([]);
  await queue.add(HASHES.slice(20, 40), true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([state.answered, asked]).toEqual([40, [40]]);
});

test("offline all but those of saved posts are queued, and asked for when it is back", async () => {
  const { queue, asked, state } = setting(async () => [], [FIRST]);
  state.isOnline = false;
  await queue.add([FIRST, SECOND], true);
  expect([state.saved, state.queued, asked]).toEqual([[FIRST], [SECOND], []]);
  state.isOnline = true;
  queue.retry();
  await expect.poll(() => state.answered).toBe(1);
  expect(asked).toEqual([1]);
});

test("a server that fails is asked again later, one that refuses is not", async () => {
  const failing = setting(() => Promise.reject(new NetworkError("gone")));
  await failing.queue.add([FIRST], true);
  await expect.poll(() => failing.state.queued).toEqual([FIRST]);
  failing.queue.clear();
  const refusal = new HttpError({ status: 400, statusText: "", url: "" }, "no");
  const refusing = setting(() => Promise.reject(refusal));
  await refusing.queue.add([FIRST], true);
  await expect.poll(() => refusing.state.refused).toBe(1);
});

test("canceled lookups are not requested", async () => {
  const { queue, asked, state } = setting(async () => []);
  const adding = queue.add(HASHES, true);
  queue.clear();
  await adding;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([asked, state.answered]).toEqual([[], 0]);
});

test("on the device alone nothing is asked, also not what waits; afterwards it is", async () => {
  const { queue, asked, state } = setting(async () => [], [FIRST]);
  await queue.add([HASHES[2] ?? ""], false);
  state.isLocal = true;
  queue.endLocally();
  expect(state.local).toEqual([HASHES[2]]);
  await queue.add([FIRST, SECOND], true);
  queue.retry();
  expect([state.saved, state.local]).toEqual([[FIRST], [SECOND]]);
  state.isLocal = false;
  await queue.add([SECOND], true);
  await expect.poll(() => state.answered).toBe(1);
  expect(asked).toEqual([1]);
});
