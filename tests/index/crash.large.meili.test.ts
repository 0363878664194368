import { expect, test } from "vitest";
import { isSlowRun, sized } from "#tests/support/scale.ts";
import { crash } from "./crash.ts";

const POSTS = sized(500, 20_000);

test("kill -9 of each process while posts come in: nothing is lost or doubled, and the index agrees", async () => {
  const result = await crash({
    posts: POSTS,
    kills: sized(4, 12),
    log: isSlowRun ? console.log : () => {},
  });
  expect(result.killed).toMatchObject({
    postgres: expect.toSatisfy((count: number) => count > 0),
    meili: expect.toSatisfy((count: number) => count > 0),
    indexer: expect.toSatisfy((count: number) => count > 0),
  });
  expect(result).toMatchObject({ posts: POSTS, whole: POSTS, revisions: 0, documents: POSTS });
  expect(result.verify.said).toContain("0 differences");
  expect(result.verify.code).toBe(0);
}, 600_000);
