import { expect, test } from "vitest";
import { chaos } from "./crash.ts";

test("kill -9 of each process while posts come in: nothing is lost or doubled, and the index agrees", async () => {
  const result = await chaos({ posts: 2_000, kills: 4 });
  expect(result.killed).toMatchObject({ postgres: 1, meili: 1, indexer: 1 });
  expect(result).toMatchObject({ posts: 2_000, whole: 2_000, revisions: 0, documents: 2_000 });
  expect(result.verify.said).toContain("0 differences");
  expect(result.verify.code).toBe(0);
}, 120_000);
