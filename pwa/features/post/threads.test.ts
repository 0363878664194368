import { expect, test } from "vitest";
import type { Comment } from "#shared/entities/post.ts";
import { type Thread, threadsOf } from "./threads.ts";

const comment = (id: string, parent_id: string | null): Comment => ({
  id,
  parent_id,
  commenter: "x",
  commenter_name: null,
  content: id,
  published: "2024-01-01T00:00:00",
});
const shape = (threads: Thread[]): unknown[] =>
  threads.map((thread) =>
    thread.replies.length === 0 ? thread.comment.id : [thread.comment.id, ...shape(thread.replies)],
  );

test("replies stand under their comment, at any depth", () => {
  expect(
    shape(threadsOf([comment("1", null), comment("2", null), comment("3", "1"), comment("4", "3")])),
  ).toEqual([["1", ["3", "4"]], "2"]);
});

test("no comment is lost to a missing parent or a circle", () => {
  expect(
    shape(threadsOf([comment("1", "gone"), comment("2", "3"), comment("3", "2"), comment("4", "4")])),
  ).toEqual(["1", ["2", "3"], "4"]);
});
