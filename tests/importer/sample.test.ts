import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Job, Manifest } from "#backend/imports/connectors/protocol.ts";
import { type Answer, sendJson, startInventedSite } from "./invented-site.ts";
import { runAgainst } from "./run-connector.ts";

const KEY = "c0ffee_0123456789";
const local = (path: string) =>
  fileURLToPath(new URL(`../../backend/imports/connectors/sample/${path}`, import.meta.url));
const written = Manifest.parse(JSON.parse(await readFile(local("manifest.json"), "utf8")));
const manifest: Manifest = { ...written, command: [process.execPath, local("connector.mjs")] };

const POSTS = ["2024-03-01T12:00:00", "2024-03-02T12:00:00"].map((date, at) => ({
  ...{ id: `p${at}`, creator: { id: "ann", name: "Ann" }, title: `Post ${at}`, html: "<p>Text</p>", date },
  images: [`https://pic.afdiancdn.com/user/image-${at}.jpg`],
}));

/** The image of the second post is elsewhere, where an address is given. */
const answers =
  (elsewhere?: string): Answer =>
  ({ headers, url = "" }, response) => {
    if (headers.cookie !== `auth_token=${KEY}`) sendJson(response, {}, 401);
    else if (headers.host === "pic.afdiancdn.com") response.end("bytes of an image");
    else {
      const since = new URL(url, "https://afdian.com").searchParams.get("since") ?? "";
      const posts = POSTS.filter(({ date }) => date > since);
      const last = posts.at(-1);
      sendJson(response, {
        posts: elsewhere && last ? [...posts.slice(0, -1), { ...last, images: [elsewhere] }] : posts,
      });
    }
  };

const start = (elsewhere?: string) =>
  startInventedSite(["afdian.com", "*.afdiancdn.com"], answers(elsewhere));
const job: Job = { service: "afdian", key: KEY, dms: false };

test("the sample connector imports posts with their files; its next run goes on from its state", async () => {
  await using site = await start();
  const first = await runAgainst(site, { manifest, job });
  expect([first.result, first.logs]).toEqual([{ kind: "done" }, ["2 new posts"]]);
  expect(first.records.map(({ entity, fields }) => `${entity} ${(fields as { id: string }).id}`)).toEqual([
    "creators ann",
    "posts p0",
    "creators ann",
    "posts p1",
  ]);
  expect(first.files).toEqual({ "image-0.jpg": 17, "image-1.jpg": 17 });
  const second = await runAgainst(site, { manifest, job: { ...job, state: first.state } });
  expect([second.result, second.records, second.requests]).toEqual([
    { kind: "done" },
    [],
    ["GET afdian.com/api/feed?since=2024-03-02T12:00:00"],
  ]);
});

test("the sample connector says that a key is invalid", async () => {
  await using site = await start();
  const { result } = await runAgainst(site, { manifest, job: { ...job, key: "0ther_key" } });
  expect(result).toEqual({ kind: "invalid_key" });
});

test("the sample connector says that a page for people came, and how long the site asks to wait", async () => {
  const answers: Answer[] = [
    (_, response) => response.writeHead(403, { "Content-Type": "text/html" }).end("<html>captcha</html>"),
    (_, response) => response.writeHead(429, { "Retry-After": "60" }).end(),
  ];
  const results = [];
  for (const answer of answers) {
    await using site = await startInventedSite(["afdian.com"], answer);
    results.push((await runAgainst(site, { manifest, job })).result);
  }
  expect(results).toEqual([
    { kind: "human_check" },
    { kind: "failed", reason: "afdian.com asks to wait", retryAfter: 60 },
  ]);
});

test("an address outside of the manifest is refused; what came before is kept, and the next run goes on there", async () => {
  await using site = await start("https://localhost/secret.jpg");
  const first = await runAgainst(site, { manifest, job });
  expect(first.result).toEqual({ kind: "failed", reason: "the proxy answers 403 for localhost" });
  expect(first.logs).toEqual(["The proxy refused a connection: localhost is not in the manifest"]);
  expect([first.state, Object.keys(first.files)]).toEqual([
    { since: "2024-03-01T12:00:00" },
    ["image-0.jpg"],
  ]);
  expect(new Set(first.hosts)).toEqual(new Set(["afdian.com", "pic.afdiancdn.com"]));
});
