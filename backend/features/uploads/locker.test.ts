import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { QueueLocker } from "./locker.ts";

const never = () => new AbortController().signal;

test("one after the other; who waits asks the holder once and then only waits", async () => {
  const locker = new QueueLocker();
  const [first, second] = [locker.newLock("a"), locker.newLock("a")];
  let asked = 0;
  await first.lock(never(), () => {
    asked += 1;
  });
  let isHeld = false;
  const waiting = second
    .lock(never(), () => {})
    .then(() => {
      isHeld = true;
    });
  for (let turns = 0; turns < 100; turns += 1) await turn();
  expect([asked, isHeld]).toEqual([1, false]);
  await locker.newLock("b").lock(never(), () => {}); // other uploads do not wait
  await first.unlock();
  await waiting;
  expect(isHeld).toBe(true);
  await second.unlock();
});

test("who gives up waiting gets no lock, and the holder keeps its own", async () => {
  const locker = new QueueLocker();
  const [first, second] = [locker.newLock("a"), locker.newLock("a")];
  await first.lock(never(), () => {});
  const end = new AbortController();
  const waiting = second.lock(end.signal, () => {});
  end.abort();
  await expect(waiting).rejects.toThrow("This upload is busy.");
  await second.unlock();
  let isFree = false;
  const third = locker
    .newLock("a")
    .lock(never(), () => {})
    .then(() => {
      isFree = true;
    });
  await turn();
  expect(isFree).toBe(false);
  await first.unlock();
  await third;
});
