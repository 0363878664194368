import { expect, test } from "vitest";
import type { Entity } from "#backend/imports/bundle/records.ts";
import type { Fields } from "#backend/imports/bundle/validate.ts";
import { random } from "#tests/support/random.ts";
import { type FormerRow, merge, type Present, type Stated } from "./merge.ts";
import { mergeCreator } from "./merge-creators.ts";
import type { StatedAs } from "./merge-versions.ts";

const EMPTY: Present = { row: undefined, evidence: null, former: [] };

const hashes = "0123456789abcdef";
const file = (n: number, name = `${n} picture.png`) => {
  const hash = (hashes[n % 16] ?? "0").repeat(64);
  return { name, path: `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.png` };
};

const post = (fields: Fields): Fields => ({
  ...{ service: "patreon", id: "1", user: "7", title: "", content: "", embed: {}, shared_file: false },
  ...{ added: null, published: null, edited: null, file: {}, attachments: [], poll: null, captions: null },
  ...{ tags: null, incomplete_rewards: null, hidden: false },
  ...fields,
});

/** Merges into the archive as an import does, and returns what it then has. */
function importInto(entity: Entity, present: Present, incoming: readonly Stated[]): Present {
  const merged = merge(entity, present, incoming);
  if (merged === undefined) return present;
  // What the database does with jsonb.
  const evidence = JSON.parse(JSON.stringify(merged.evidence)) as Present["evidence"];
  const former: FormerRow[] = present.former.filter((row) => !merged.removed.includes(row));
  const added = merged.added.map((fields, n) => ({ id: 1000 + former.length + n, isLocal: true, fields }));
  return { row: merged.row, evidence, former: [...former, ...added] };
}

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [at, item] of items.entries())
    for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest];
}

const shown = ({ row, former }: Present) => ({
  row,
  revisions: former.map(({ fields }) => JSON.stringify(fields)).sort(),
});

/** A post and its older versions. */
type Source = readonly [Stated, ...Stated[]];

/** Checks that every order of the sources, alone or two at once, and each again, gives the same archive. */
function expectOneArchive(entity: Entity, sources: readonly Source[]): ReturnType<typeof shown> {
  const archives = [...permutations(sources)].flatMap((order) => {
    const single = order.flat().reduce((present, one) => importInto(entity, present, [one]), EMPTY);
    for (const one of order.flat()) expect(importInto(entity, single, [one])).toBe(single);
    const batches = [order.slice(0, 2), order.slice(2)].flatMap((some) => [
      some.map(([current]) => current),
      some.flatMap(([, ...formers]) => formers),
    ]);
    return [
      shown(single),
      shown(batches.reduce((present, some) => importInto(entity, present, some), EMPTY)),
    ];
  });
  const [first] = archives;
  for (const archive of archives) expect(archive).toEqual(first);
  return first as ReturnType<typeof shown>;
}

const stated = (fields: Fields, as: StatedAs = {}): Stated => ({ fields: post(fields), as });

test("every order of any sources gives the same archive", () => {
  for (let seed = 1; seed <= 25; seed++) {
    const next = random(seed);
    const pick = <T>(...choices: T[]): T => choices[Math.floor(next() * choices.length)] as T;
    const some = <T>(items: readonly T[]): T[] => items.filter(() => next() < 0.6);
    const record = (isFormer: boolean) => {
      const attachments = some([1, 2, 3, 4]).map((n) =>
        file(n, pick(`${n} picture.png`, `${n}.png`, `long name of ${n}.png`)),
      );
      return stated(
        {
          title: pick("", "Low tide", "Low tide (new)", "Tide"),
          content: pick("", "", "<p>Boats</p>", "<p>Boats and nets</p>", "<p>Birds</p>"),
          edited: pick(null, null, "2024-05-01T10:00:00", "2024-06-01T10:00:00"),
          published: pick(
            null,
            "2024-04-01T00:00:00",
            "2024-04-01T09:30:00",
            "2024-04-01T09:30:15",
            "2024-04-01T18:30:15",
          ),
          tags: pick<string[] | null>(null, some(["sea", "boats", "birds"])),
          attachments: attachments.slice(1),
          ...(next() < 0.3 && { order: some([1, 2, 3, 4]).map((n) => (hashes[n] ?? "").repeat(64)) }),
          file: pick({}, attachments[0] ?? {}),
          poll: pick<object | null>(null, { question: "A", votes: 1 }, { votes: 2, question: "A" }),
          user: pick("7", "7", "ann"),
        },
        { isFormer, isZoned: next() < 0.25 },
      );
    };
    const sources = Array.from({ length: pick(3, 4) }, (): Source => {
      const formers = Array.from({ length: pick(0, 0, 1, 2) }, () => record(true));
      return [record(false), ...formers];
    });
    try {
      expectOneArchive("posts", sources);
    } catch (error) {
      throw new Error(`seed ${seed}: ${JSON.stringify(sources)}`, { cause: error });
    }
  }
});

const importAll = (...records: Stated[]) =>
  records.reduce((present, one) => importInto("posts", present, [one]), EMPTY);

/** Checks the date in both orders. */
function expectPublished(one: Stated, other: Stated, published: string): void {
  for (const order of [
    [one, other],
    [other, one],
  ])
    expect(importAll(...order).row?.["published"]).toBe(published);
}

test("of dates, a time beats a day, a stated time zone an assumed one, then seconds minutes, then the earlier the later", () => {
  const on = (published: string, isZoned = false) => stated({ published }, { isZoned });
  const [noon, morning] = ["2024-05-01T12:00:00", "2024-05-01T03:00:00"];
  expectPublished(on("2024-05-01T00:00:00"), on(noon), noon);
  expectPublished(on("2024-05-01T00:00:00", true), on(noon), noon);
  expectPublished(on(morning), on(noon, true), noon);
  expectPublished(on(morning), on("2024-05-01T12:00:07"), "2024-05-01T12:00:07");
  expectPublished(on("2024-05-01T12:00:07"), on("2024-05-01T12:00:07.250000"), "2024-05-01T12:00:07.250000");
  expectPublished(on(morning), on(noon), morning);
});

test("files come in the order of the metadata, also where each source lacks some", () => {
  const order = [1, 2, 3, 4].map((n) => (hashes[n] ?? "").repeat(64));
  const half = (...numbers: number[]) => stated({ attachments: numbers.map((n) => file(n)), order });
  for (const records of permutations([half(1, 4), half(3), half(2)]))
    expect(importAll(...records).row?.["attachments"]).toEqual([1, 2, 3, 4].map((n) => file(n)));
});

test("a text that a connector fetches is newer than a longer text without a date, and an edited one is newer still", () => {
  const folder = stated({ content: "<p>A long text</p>" });
  const fetched = stated({ content: "<p>New</p>" }, { fetched: "2026-01-01T00:00:00" });
  const edited = stated({ content: "<p>Edit</p>", edited: "2025-01-01T00:00:00" });
  expect(importAll(folder, fetched, folder).row).toMatchObject({ content: "<p>New</p>" });
  expect(importAll(folder, fetched).former).toMatchObject([{ fields: { content: "<p>A long text</p>" } }]);
  expect(importAll(folder, fetched, edited).row).toMatchObject({ content: "<p>Edit</p>" });
  // Fetched again, it changes nothing.
  const present = importAll(folder, fetched);
  expect(importInto("posts", present, [stated(fetched.fields, { fetched: "2026-02-01T00:00:00" })])).toBe(
    present,
  );
});

test("a text that was ingested as an older one stays an older one", () => {
  const bundled: Present = {
    ...{ row: post({ content: "<p>Now</p>" }), evidence: null },
    former: [{ id: 1, isLocal: false, fields: post({ content: "<p>A longer text before</p>" }) }],
  };
  const found = importInto("posts", bundled, [
    stated({ content: "<p>A longer text before</p>", tags: ["sea"] }),
  ]);
  expect(found.row).toMatchObject({ content: "<p>Now</p>", tags: ["sea"] });
  expect(found.former).toEqual(bundled.former);
});

test("a row that a bundle has replaced is what counts, not what imports stated before", () => {
  const imported = importAll(
    stated({ content: "<p>Boats</p>", tags: ["sea"] }),
    stated({ tags: ["boats"], title: "Tide" }),
  );
  expect(imported.evidence).not.toBeNull();
  const replaced = { ...imported, row: post({ content: "<p>Replaced</p>", tags: ["pier"] }) };
  expect(importInto("posts", replaced, [stated({ tags: ["fog"] })]).row).toMatchObject({
    content: "<p>Replaced</p>",
    tags: ["pier", "fog"],
  });
});

test("comments and messages: the fullest text in any order, the others once as revisions", () => {
  const message = (content: string, edited: string | null = null): Source => [
    {
      fields: {
        ...{
          id: "1",
          server: "2",
          channel: "3",
          author: { id: "4" },
          content,
          edited,
          embeds: [],
          mentions: [],
        },
        ...{ added: "2024-05-01T12:00:00", published: "2024-05-01T12:00:00", attachments: [] },
      },
      as: {},
    },
  ];
  const merged = expectOneArchive("discord_messages", [
    message("Hi"),
    message("Hi all"),
    message("Bye", "2024-05-02T00:00:00"),
  ]);
  expect(merged.row).toMatchObject({ content: "Bye", edited: "2024-05-02T00:00:00" });
  expect(merged.revisions).toHaveLength(2);
});

test("of a creator's names the one with the newest content is the current one; an id in its place is none", () => {
  const row = {
    ...{
      service: "patreon",
      id: "7",
      public_id: null,
      name: "7",
      indexed: "2026-01-01T00:00:00",
      icon: null,
      banner: null,
    },
    updated: "2024-01-01T00:00:00",
  };
  const named = mergeCreator({ row, evidence: null }, [{ ...row, name: "Ann", public_id: "ann" }]);
  expect(named).toMatchObject({ name: "Ann", public_id: "ann" });
  const own = { ...row, name: "Ann" };
  expect(mergeCreator({ row: own, evidence: null }, [{ ...own, name: "Older" }])).toMatchObject({
    name: "Ann",
  });
  expect(mergeCreator({ row: own, evidence: null }, [own])).toBeUndefined();
});
