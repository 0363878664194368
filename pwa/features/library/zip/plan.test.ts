import { expect, test } from "vitest";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { plainLines } from "../../../lib/plain-lines.ts";
import { filesToZip, zipFileName, zipJob, zipOfPosts } from "./plan.ts";

const path = (letter: string, ext: string) =>
  `/${letter.repeat(2)}/${letter.repeat(2)}/${letter.repeat(64)}${ext}`;
const post = {
  ...{ id: "7", user: "9", service: "fanbox", title: "夏 / summer", shared_file: false, embed: {} },
  content: `<p>One &amp; two</p><p><a href="https://example.org/x">a place</a><br>next</p><img src="/data${path("c", ".png")}">`,
  ...{ added: null, published: "2024-05-17T13:30:42", edited: null, poll: null, captions: null, tags: ["a"] },
  file: { name: "cover.png", path: path("a", ".png") },
  attachments: [
    { name: "again.png", path: path("a", ".png") },
    { name: "metadata.json", path: path("b", ".json") },
  ],
  ...{ incomplete_rewards: null, next: "8", prev: null },
} as PostEnvelope["post"];
const envelope: PostEnvelope = {
  post,
  ...{ attachments: [], previews: [], videos: [], props: { flagged: null, revisions: [] } },
};
const options = {
  envelope,
  ...{ creator: "Mira", address: "https://roost.test/fanbox/user/9/post/7", comments: [] },
  files: filesToZip(post),
};

test("each file is there once, with the pictures of the text, and no name of ours is taken", () => {
  const job = zipJob({
    ...options,
    skipped: new Set(["a".repeat(64)]),
    parts: { text: true, comments: true, metadata: true },
  });
  expect(job.files.map(({ zipName, isSkipped }) => [zipName, isSkipped])).toEqual([
    ["cover.png", true],
    ["metadata (2).json", false],
    [`${"c".repeat(16)}.png`, false],
  ]);
  expect(job.texts.map(({ zipName }) => zipName)).toEqual(["post.txt"]);
  expect(job.texts[0]?.text).toContain("One & two\n\na place (https://example.org/x)\nnext");
  expect(job.metadata[0]?.value).toMatchObject({ post: { id: "7", content: post.content }, comments: [] });
  expect(job.files[0]?.modified).toBe(Date.UTC(2024, 4, 17, 13, 30, 42));
});

test("nothing is in it that nobody asked for", () => {
  const parts = { text: false, comments: false, metadata: false };
  const job = zipJob({ ...options, files: [], skipped: new Set(), parts });
  expect(job).toMatchObject({ files: [], texts: [], metadata: [] });
});

test("several posts have a folder each, and details of their own files", () => {
  const all = { skipped: new Set<string>(), parts: { text: true, comments: false, metadata: true } };
  const other = { ...envelope, post: { ...post, published: "2023-01-02T00:00:00" } } as PostEnvelope;
  const job = zipOfPosts([
    { ...options, ...all },
    { ...options, ...all, envelope: other, files: options.files.slice(0, 1) },
  ]);
  const [first, second] = ["Mira - 夏 _ summer (fanbox 7)", "Mira - 夏 _ summer (fanbox 7) (2)"];
  expect(job.files.map(({ zipName }) => zipName)).toEqual([
    `${first}/cover.png`,
    `${first}/metadata (2).json`,
    `${first}/${"c".repeat(16)}.png`,
    `${second}/cover.png`,
  ]);
  expect(job.files[3]?.modified).toBe(Date.UTC(2023, 0, 2));
  expect(job.texts.map(({ zipName }) => zipName)).toEqual([`${first}/post.txt`, `${second}/post.txt`]);
  expect(job.metadata).toMatchObject([
    { zipName: `${first}/metadata.json`, from: 0, count: 3 },
    { zipName: `${second}/metadata.json`, from: 3, count: 1 },
  ]);
});

test("the ZIP is called after creator and post, safely", () => {
  expect(zipFileName(options)).toBe("Mira - 夏 _ summer (fanbox 7).zip");
  const name = zipFileName({ ...options, creator: "../../..".repeat(60) });
  expect(name).not.toMatch(/[\\/]|^\./);
  expect(name.endsWith("(fanbox 7).zip")).toBe(true);
});

test("text of a post as lines", () => {
  expect(plainLines("a<br>b")).toBe("a\nb");
  expect(plainLines("<ul><li>x</li><li>y &lt;b&gt; &#39;z&#x27;</li></ul>")).toBe("- x\n- y <b> 'z'");
  expect(plainLines('<a href="https://a.example">https://a.example</a>')).toBe("https://a.example");
  expect(plainLines("<script>alert(1)</script>ok <b")).toBe("ok");
});
