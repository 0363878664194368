import { expect, test } from "vitest";
import type { Entity } from "#backend/imports/bundle/records.ts";
import type { Fields } from "#backend/imports/bundle/validate.ts";
import { type FormerRow, merge, type Present, type Stated, type StatedAs } from "./merge.ts";

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

/** Numbers that are the same in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test("every order of any sources gives the same archive", () => {
  for (let seed = 1; seed <= 40; seed++) {
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
