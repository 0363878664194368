import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_CLOCK_SKEW_MS } from "#shared/rules/device-sync.ts";
import { keysOf } from "./keys.ts";
import {
  type Entries,
  liveValues,
  mergeRecord,
  parseRecords,
  printRecords,
  type SyncRecord,
} from "./records.ts";
import { openSegment, paddedLength, type SegmentId, sealSegment, UnreadableError } from "./segments.ts";
import { clampStamp, deviceOf, millisOf, newDevice, nextStamp } from "./stamps.ts";
import { bytesOf, newWords, splitWords, unknownWords } from "./words.ts";

const NOW = Date.UTC(2026, 10, 20);
const [A, B] = ["a".repeat(10), "b".repeat(10)];
const bytes = (fill: number) => new Uint8Array(16).fill(fill);
const SEGMENT_ID: SegmentId = { account: 7, keyId: "0".repeat(32), device: A, number: 3 };

test("twelve words give back their bytes, however they are typed", () => {
  const words = newWords();
  expect(words).toHaveLength(12);
  expect(bytesOf(words)).toHaveLength(16);
  const typed = ` 1. ${words.slice(0, 6).join(", ").toUpperCase()}\n${words.slice(6).join("-")} `;
  expect(splitWords(typed)).toEqual(words);
  expect(newWords()).not.toEqual(words);
});

test("the words of the standard's own example", () => {
  const words = [...Array<string>(11).fill("abandon"), "about"];
  expect(bytesOf(words)).toEqual(bytes(0));
});

test("wrong words are rejected", () => {
  const words = [...Array<string>(11).fill("abandon"), "about"];
  expect(bytesOf([...words.slice(0, 11), "abandon"])).toBeUndefined(); // the checksum
  expect(bytesOf(words.slice(1))).toBeUndefined();
  expect(bytesOf([])).toBeUndefined();
  expect(unknownWords(["abandon", "abandom", "about"])).toEqual(["abandom"]);
});

test("the same words give the same key, other words another; it cannot be taken out of the browser", async () => {
  const [one, same, other] = await Promise.all([bytes(1), bytes(1), bytes(2)].map(keysOf));
  expect(one?.keyId).toMatch(/^[0-9a-f]{32}$/);
  expect(one?.keyId).toBe(same?.keyId);
  expect(one?.keyId).not.toBe(other?.keyId);
  const records = [record("1")];
  expect(await openSegment(await sealSegment(records, one!.key, SEGMENT_ID), same!.key, SEGMENT_ID)).toEqual(
    records,
  );
  await expect(crypto.subtle.exportKey("raw", one!.key)).rejects.toThrow();
});

const record = (id: string, value: SyncRecord["value"] = 1): SyncRecord => ({
  kind: "seen",
  id,
  value,
  stamp: nextStamp(undefined, NOW, A),
});

test("whatever is sealed is opened again, at its place alone", async () => {
  const { key } = await keysOf(bytes(1));
  const anyRecords = fc.array(
    fc.record({
      kind: fc.string(),
      id: fc.string({ unit: "binary" }),
      value: fc.oneof(fc.constant(null), fc.string(), fc.integer(), fc.array(fc.string())),
      stamp: fc.nat().map((millis) => nextStamp(undefined, millis, B)),
    }),
  );
  await fc.assert(
    fc.asyncProperty(anyRecords, async (records) => {
      expect(await openSegment(await sealSegment(records, key, SEGMENT_ID), key, SEGMENT_ID)).toEqual(
        records,
      );
    }),
    { numRuns: 50 },
  );
  const sealed = await sealSegment([record("1")], key, SEGMENT_ID);
  const other = await keysOf(bytes(2));
  for (const [opener, place] of [
    [other.key, SEGMENT_ID],
    [key, { ...SEGMENT_ID, account: 8 }],
    [key, { ...SEGMENT_ID, keyId: other.keyId }],
    [key, { ...SEGMENT_ID, device: B }],
    [key, { ...SEGMENT_ID, number: 4 }],
  ] as const)
    await expect(openSegment(sealed, opener, place)).rejects.toThrow(UnreadableError);
  for (const at of [0, 20, sealed.length - 1]) {
    const changed = sealed.slice();
    changed[at]! ^= 1;
    await expect(openSegment(changed, key, SEGMENT_ID)).rejects.toThrow(UnreadableError);
  }
  await expect(openSegment(sealed.slice(0, 5), key, SEGMENT_ID)).rejects.toThrow(UnreadableError);
});

test("nothing of what was read shows: neither ids, nor in the length how much it was", async () => {
  const { key } = await keysOf(bytes(1));
  const lengths = new Set<number>();
  for (let count = 1; count <= 20; count++) {
    const sealed = await sealSegment(
      Array.from({ length: count }, (_, at) => record(`canary-${at}`)),
      key,
      SEGMENT_ID,
    );
    lengths.add(sealed.length);
    expect(new TextDecoder("latin1").decode(sealed)).not.toContain("canary");
  }
  expect([...lengths]).toEqual([1_024 + 28]);
});

test("padding adds at most an eighth, and nothing is cut off", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_025, max: 2 ** 24 }), (length) => {
      const padded = paddedLength(length);
      expect(padded).toBeGreaterThanOrEqual(length);
      expect(padded).toBeLessThanOrEqual(length * 1.125);
      expect(paddedLength(padded)).toBe(padded);
    }),
  );
  const lengths = new Set(Array.from({ length: 100_000 }, (_, length) => paddedLength(length)));
  expect(lengths.size).toBeLessThan(150);
});

test("stamps only grow, past a clock that is set back, and sort by time before device", () => {
  let last: string | undefined;
  fc.assert(
    fc.property(fc.integer({ min: NOW - 1e6, max: NOW + 1e6 }), (now) => {
      const stamp = nextStamp(last, now, A);
      if (last !== undefined) expect(stamp > last).toBe(true);
      last = stamp;
    }),
  );
  expect(nextStamp(undefined, NOW + 1, A) > nextStamp(undefined, NOW, B)).toBe(true);
  expect(nextStamp(undefined, NOW, A) < nextStamp(undefined, NOW, B)).toBe(true);
  const device = newDevice();
  expect(device).toMatch(/^[0-9a-z]{10}$/);
  expect(deviceOf(nextStamp(undefined, NOW, device))).toBe(device);
});

test("a stamp too far ahead is set back to the limit; the next of its clock is later all the same", () => {
  const ahead = nextStamp(undefined, NOW + 365 * 86_400_000, A);
  const limit = NOW + MAX_CLOCK_SKEW_MS;
  const clamped = clampStamp(ahead, limit);
  expect(millisOf(clamped)).toBe(limit);
  expect(clampStamp(clamped, limit)).toBe(clamped);
  expect(nextStamp(clamped, NOW, A) > clamped).toBe(true);
});

test("versions give the same in any order, however often they come", () => {
  const versions = fc.array(
    fc
      .record({
        id: fc.constantFrom("1", "2", "3"),
        at: fc.nat(5),
        device: fc.constantFrom(A, B),
        isDeleted: fc.boolean(),
      })
      .map(({ id, at, device, isDeleted }) => ({
        id,
        stamp: nextStamp(undefined, NOW + at, device),
        value: isDeleted ? null : `${at} ${device}`,
      })),
  );
  // A stamp is used for one version of an id.
  const distinct = versions.map((all) => [
    ...new Map(all.map((one) => [`${one.id} ${one.stamp}`, one])).values(),
  ]);
  const merged = (all: Omit<SyncRecord, "kind">[]) => {
    const entries: Entries = new Map();
    for (const one of all) mergeRecord(entries, one);
    return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  };
  fc.assert(
    fc.property(distinct, fc.infiniteStream(fc.nat()), (all, random) => {
      const doubled = [...all, ...all];
      const shuffled = doubled
        .map((one) => ({ one, at: random.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one);
      expect(merged(shuffled)).toEqual(merged(all));
    }),
  );
});

test("seen by one and unseen later by another is unseen, until somebody sees it again", () => {
  const entries: Entries = new Map();
  mergeRecord(entries, { id: "1", stamp: nextStamp(undefined, NOW + 1, B), value: null });
  mergeRecord(entries, { id: "1", stamp: nextStamp(undefined, NOW, A), value: 1 });
  mergeRecord(entries, { id: "2", stamp: nextStamp(undefined, NOW, B), value: 1 });
  expect([...liveValues(entries).keys()]).toEqual(["2"]);
  mergeRecord(entries, { id: "1", stamp: nextStamp(undefined, NOW + 2, A), value: 1 });
  expect([...liveValues(entries).keys()]).toEqual(["2", "1"]);
});

test("printed records are parsed again; malformed ones are rejected", () => {
  const device = newDevice();
  const stamps = [nextStamp(undefined, 1_000, device), nextStamp(undefined, 2_000, device)];
  const records: SyncRecord[] = [
    { kind: "seen", id: "patreon/1", stamp: stamps[0]!, value: 1 },
    { kind: "seen", id: "patreon/2", stamp: stamps[0]!, value: null },
    { kind: "seen", id: "patreon/3", stamp: stamps[1]!, value: 1 },
    { kind: "mutes", id: "tags", stamp: stamps[1]!, value: { rain: true } },
  ];
  expect(parseRecords(printRecords(records))).toEqual(records);
  for (const wrong of ["{}", "[1]", '[["seen","no stamp","a",1]]', '[["seen"]]'])
    expect(() => parseRecords(wrong)).toThrow(TypeError);
});
