import { readdir, readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { RunOptions } from "#backend/imports/connectors/connector.ts";
import type { Job, Manifest } from "#backend/imports/connectors/protocol.ts";
import { findManifests } from "./built-gallery-dl.ts";
import { type InventedSite, startInventedSite } from "./invented-site.ts";
import { type ConnectorRun, runAgainst } from "./run-connector.ts";
import { answersOf, KEY, NAMES, type SiteOptions } from "./sites.ts";

const manifests = await findManifests();
const KEYS: Partial<Record<Job["service"], string>> = {
  boosty: JSON.stringify({ accessToken: KEY, refreshToken: "b".repeat(64), expiresAt: "4102444800000" }),
};

type Service = "patreon" | "fanbox" | "boosty";

const manifestOf = (service: Service) => manifests.find(({ services }) => services.includes(service));

/** Runs what is installed; a service that this version of gallery-dl lacks is skipped. */
const testOf = (service: Service) => test.skipIf(manifestOf(service) === undefined);

const startSite = (options?: SiteOptions) => startInventedSite(NAMES, answersOf(options));

function importFrom(
  site: InventedSite,
  service: Service,
  job: Partial<Job> = {},
  more: Partial<RunOptions> = {},
): Promise<ConnectorRun> {
  const manifest = manifestOf(service) as Manifest;
  const given = { service, key: KEYS[service] ?? KEY, dms: false, ...job };
  return runAgainst(site, { manifest, job: given, ...more });
}

/** Descending, as a feed has them. */
const idsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => first + count - 1 - n);

const files = ({ requests }: ConnectorRun) => requests.filter((request) => /\.png$/.test(request));
const posts = ({ records }: ConnectorRun) =>
  records.filter(({ entity }) => entity === "posts").map(({ fields }) => fields as Record<string, unknown>);
const ACCOUNT = "/api/current_user";
const FEED = "/api/stream";
const HTML = { "Content-Type": "text/html; charset=utf-8" };
const CLOUDFLARE = "<!DOCTYPE html><title>Just a moment...</title><script>window._cf_chl_opt={}</script>";
const DATADOME = JSON.stringify({ url: "https://geo.captcha-delivery.com/captcha/?initialCid=1" });
/** A name, the path of the request, and the answer to it. */
const HUMAN_CHECKS: [string, string, { status: number; headers: Record<string, string>; body: string }][] = [
  ["a page", ACCOUNT, { status: 200, headers: HTML, body: "<html>Are you a person?</html>" }],
  ["a refusal by a page", ACCOUNT, { status: 403, headers: HTML, body: "<html>Refused.</html>" }],
  ["a challenge of Cloudflare", ACCOUNT, { status: 503, headers: HTML, body: CLOUDFLARE }],
  [
    "a challenge of DataDome",
    ACCOUNT,
    { status: 403, headers: { "Content-Type": "application/json" }, body: DATADOME },
  ],
  ["a redirect", ACCOUNT, { status: 302, headers: { Location: "/captcha?back=/" }, body: "" }],
  ["a page", FEED, { status: 200, headers: HTML, body: "<html>Are you a person?</html>" }],
  [
    "a challenge of Cloudflare",
    FEED,
    { status: 403, headers: { ...HTML, Server: "cloudflare" }, body: CLOUDFLARE },
  ],
];

describe("gallery-dl", { timeout: 120_000, concurrent: true }, () => {
  testOf("patreon")("imports an account of patreon; the second run fetches no file again", async () => {
    let commands = "";
    await using site = await startSite({
      onFile: () => {
        void allCommands().then((all) => {
          commands = all;
        });
        return false;
      },
    });
    const first = await importFrom(site, "patreon");
    expect([first.result, first.logs.filter((line) => line.includes("error"))]).toEqual([
      { kind: "done" },
      [],
    ]);
    expect(first.records.filter(({ entity }) => entity === "creators").map(({ fields }) => fields)).toEqual([
      { service: "patreon", id: "4001", name: "Lantern Fox", public_id: "lanternfox" },
    ]);
    expect(
      posts(first)
        .map(({ id, title }) => `${id} ${title}`)
        .sort(),
    ).toEqual(["91001 Post 91001", "91002 Post 91002", "91003 Post 91003"]);
    expect(posts(first)).toContainEqual(
      expect.objectContaining({
        user: "4001",
        content: "<p>Text of 91003</p>",
        published: "2024-03-03T12:00:00",
        tags: ["harbor"],
      }),
    );
    expect(Object.keys(first.files).sort()).toEqual(["study-91001.png", "study-91002.png"]);
    expect(files(first)).toHaveLength(2);
    expect([commands.includes("gallery-dl"), commands.includes(KEY)]).toEqual([true, false]);

    const second = await importFrom(site, "patreon", { state: first.state });
    expect([second.result, files(second), second.files]).toEqual([{ kind: "done" }, [], {}]);
  });

  testOf("fanbox")("imports an account of fanbox; the second run fetches no file again", async () => {
    await using site = await startSite();
    const first = await importFrom(site, "fanbox");
    expect(first.result).toEqual({ kind: "done" });
    expect(posts(first)).toHaveLength(2);
    expect(posts(first)).toContainEqual(
      expect.objectContaining({ id: "8102", attachments: [], content: "本文 8102" }),
    );
    expect(posts(first)).toContainEqual(
      expect.objectContaining({ id: "8101", user: "66001", tags: ["ink"], published: "2024-03-05T12:00:00" }),
    );
    expect(files(first)).toEqual(["GET downloads.fanbox.cc/images/post/8101/a1.png"]);
    const second = await importFrom(site, "fanbox", { state: first.state });
    expect([second.result, files(second)]).toEqual([{ kind: "done" }, []]);
  });

  testOf("boosty")("imports an account of boosty; the second run fetches no file again", async () => {
    await using site = await startSite();
    const first = await importFrom(site, "boosty");
    expect(first.result).toEqual({ kind: "done" });
    // A post with files is read twice there: as a post and with its files, which the import unites.
    expect(new Set(posts(first).map(({ title }) => title))).toEqual(new Set(["Post 6601", "Post 6602"]));
    expect(files(first)).toHaveLength(1);
    const second = await importFrom(site, "boosty", { state: first.state });
    expect([second.result, files(second)]).toEqual([{ kind: "done" }, []]);
  });

  for (const service of ["patreon", "fanbox", "boosty"] as const)
    testOf(service)(`a key that ${service} does not accept is an invalid key`, async () => {
      await using site = await startSite();
      const key = KEYS[service]?.replace(KEY, "other-key-of-64") ?? "other-key-of-43";
      expect((await importFrom(site, service, { key })).result).toEqual({ kind: "invalid_key" });
    });

  for (const [name, at, answer] of HUMAN_CHECKS)
    testOf("patreon")(`${name} in place of ${at} is a human check, asked for once`, async () => {
      await using site = await startSite({
        onRequest: (url, response) => {
          if (url.pathname !== at) return false;
          response.writeHead(answer.status, answer.headers).end(answer.body);
          return true;
        },
      });
      const run = await importFrom(site, "patreon");
      expect(run.result).toEqual({ kind: "human_check" });
      expect(run.requests.filter((request) => request.includes(at))).toHaveLength(1);
    });

  testOf("patreon")("a captcha in place of a picture is a human check, and is not stored", async () => {
    let isAsking = true;
    await using site = await startSite({
      onFile: (url, response) => {
        if (!isAsking || !url.includes("/91001/")) return false;
        response.writeHead(200, HTML).end(CLOUDFLARE);
        return true;
      },
    });
    const first = await importFrom(site, "patreon");
    expect([first.result, Object.keys(first.files)]).toEqual([
      { kind: "human_check" },
      expect.not.arrayContaining(["study-91001.png"]),
    ]);
    isAsking = false;
    const second = await importFrom(site, "patreon", { state: first.state });
    expect([second.result, Object.keys(second.files)]).toEqual([
      { kind: "done" },
      expect.arrayContaining(["study-91001.png"]),
    ]);
  });

  testOf("patreon")("a login page in place of the account is an invalid key", async () => {
    await using site = await startSite({
      onRequest: (url, response) => {
        if (url.pathname !== ACCOUNT) return false;
        response.writeHead(200, HTML).end('<!doctype html><form><input name="p" type="password"></form>');
        return true;
      },
    });
    expect((await importFrom(site, "patreon")).result).toEqual({ kind: "invalid_key" });
  });

  testOf("patreon").each([
    [ACCOUNT, 7_200],
    [FEED, 3_600], // gallery-dl does not say how long
  ])("429 in place of %s is a failure that waits %i seconds", async (at, retryAfter) => {
    await using site = await startSite({
      onRequest: (url, response) => {
        if (url.pathname !== at) return false;
        response.writeHead(429, { "Retry-After": "7200" }).end();
        return true;
      },
    });
    const { result } = await importFrom(site, "patreon");
    expect(result).toEqual({ kind: "failed", reason: "www.patreon.com gets too many requests.", retryAfter });
  });

  testOf("patreon")("429 in place of a picture ends the run, and no other picture is asked for", async () => {
    await using site = await startSite({
      onFile: (_, response) => {
        response.writeHead(429).end();
        return true;
      },
    });
    const run = await importFrom(site, "patreon");
    const reason = "c10.patreonusercontent.com gets too many requests.";
    expect(run.result).toEqual({ kind: "failed", reason, retryAfter: 3_600 });
    expect(new Set(files(run)).size).toBe(1);
  });

  testOf("patreon")("a cut connection is a failure; the next run fetches only what is missing", async () => {
    let isCut = true;
    await using site = await startSite({
      onFile: (url, response) => {
        if (!isCut || !url.includes("/91002/")) return false;
        response.writeHead(200, { "Content-Length": "1000" }).write("part");
        response.socket?.destroy();
        return true;
      },
    });
    const first = await importFrom(site, "patreon");
    expect(first.result).toMatchObject({ kind: "failed" });
    expect(Object.keys(first.files)).toEqual(["study-91001.png"]);
    expect(posts(first)).toHaveLength(3);
    isCut = false;
    const second = await importFrom(site, "patreon", { state: first.state });
    expect([second.result, Object.keys(second.files), files(second).length]).toEqual([
      { kind: "done" },
      ["study-91002.png"],
      1,
    ]);
  });

  testOf("patreon")("a file that is gone is listed, no failure, and asked for again", async () => {
    let isGone = true;
    await using site = await startSite({
      onFile: (url, response) => {
        if (isGone && url.includes("/91002/")) response.writeHead(404).end();
        return isGone && url.includes("/91002/");
      },
    });
    const first = await importFrom(site, "patreon");
    expect([first.result, Object.keys(first.files)]).toEqual([{ kind: "done" }, ["study-91001.png"]]);
    expect(first.missing).toEqual([expect.stringMatching(/^91002_/)]);
    isGone = false;
    const second = await importFrom(site, "patreon", { state: first.state });
    expect([second.result, Object.keys(second.files)]).toEqual([{ kind: "done" }, ["study-91002.png"]]);
    expect(second.missing).toEqual([]);
  });

  testOf("patreon")("a run that breaks off leaves no hole: the next one reads to the end", async () => {
    const known = idsFrom(91101, 5);
    const pages = [known];
    const options: SiteOptions = { pages };
    await using site = await startSite(options);
    const first = await importFrom(site, "patreon");
    expect(files(first)).toHaveLength(5);
    options.pages = [idsFrom(91301, 20), idsFrom(91201, 20), idsFrom(91151, 20), known];
    options.refused = 2;
    const second = await importFrom(site, "patreon", { state: first.state });
    expect([second.result.kind, files(second).length]).toEqual(["failed", 40]);
    options.refused = undefined;
    const third = await importFrom(site, "patreon", { state: second.state });
    expect([third.result, files(third).length]).toEqual([{ kind: "done" }, 20]);
  });

  testOf("patreon")("a creator subscribed to since comes in, below known posts of others", async () => {
    const known = idsFrom(91101, 25);
    const options: SiteOptions = { pages: [known] };
    await using site = await startSite(options);
    const first = await importFrom(site, "patreon");
    options.pages = [known, [95002, 95001]];
    options.memberships = ["5001", "5002"];
    const second = await importFrom(site, "patreon", { state: first.state });
    expect(posts(second).filter(({ user }) => user === "4002")).toHaveLength(2);
    expect(files(second)).toHaveLength(2);
  });

  testOf("patreon")("a feed whose creators were all read to their end stops at known posts", async () => {
    const older = [idsFrom(91151, 25), idsFrom(91101, 25)];
    const options: SiteOptions = { pages: [idsFrom(91201, 25), ...older] };
    await using site = await startSite(options);
    const pages = ({ requests }: ConnectorRun) => requests.filter((request) => request.includes(FEED)).length;
    const first = await importFrom(site, "patreon");
    options.pages = [[91301, ...idsFrom(91201, 25)], ...older];
    const second = await importFrom(site, "patreon", { state: first.state });
    // A membership that ended and began again: there may be posts from the time between.
    options.memberships = ["5002"];
    const third = await importFrom(site, "patreon", { state: second.state });
    options.memberships = ["5001", "5002"];
    const fourth = await importFrom(site, "patreon", { state: third.state });
    expect([first, second, third, fourth].map(pages)).toEqual([3, 1, 3, 3]);
    expect(files(second)).toHaveLength(1);
  });

  testOf("patreon")("a killed run goes on after the posts that were finished", async () => {
    const stop = new AbortController();
    /** Requests for files that wait, by post. */
    const held = new Map<string, ServerResponse>();
    let isFirstPostHere = false;
    let isOver = false;
    await using site = await startSite({
      onFile: (url, response) => {
        const post = url.includes("/91001/") ? "91001" : "91002";
        if (isOver || (post === "91002" && isFirstPostHere)) return false;
        held.set(post, response);
        return true;
      },
    });
    const came: unknown[] = [];
    let state: unknown;
    const more: Partial<RunOptions> = {
      signal: stop.signal,
      onRecord: ({ entity, fields }) => {
        if (entity !== "posts") return;
        came.push(fields.id);
        isFirstPostHere = true;
        held.get("91002")?.writeHead(200, { "Content-Type": "image/png" }).end("two");
        held.delete("91002");
      },
      onState: (given) => {
        state = given;
        stop.abort();
      },
    };
    const first = await importFrom(site, "patreon", {}, more);
    isOver = true;
    for (const response of held.values()) response.destroy();
    expect([first.result, came]).toEqual([{ kind: "failed", reason: "stopped" }, ["91003", "91002"]]);
    const second = await importFrom(site, "patreon", { state });
    expect([second.result, Object.keys(second.files)]).toEqual([
      { kind: "done" },
      expect.arrayContaining(["study-91001.png"]),
    ]);
  });

  testOf("patreon").each([
    "https://metadata.google.internal/computeMetadata/v1/a.png",
    "http://127.0.0.1/a.png",
  ])("a file at %s is not fetched", async (fileUrl) => {
    await using site = await startSite({ fileUrl });
    const run = await importFrom(site, "patreon");
    expect(run.result).toMatchObject({ kind: "failed" });
    expect(files(run)).toEqual([expect.stringContaining("/91001/")]);
    expect(run.logs.join("\n")).toMatch(/The proxy refused a connection: /);
    expect([...new Set(run.hosts)].sort()).toEqual(["c10.patreonusercontent.com", "www.patreon.com"]);
  });
});

/** Command lines of all processes (Linux). */
async function allCommands(): Promise<string> {
  const names = await readdir("/proc").catch(() => []);
  const lines = names
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""));
  return (await Promise.all(lines)).join("\n");
}
