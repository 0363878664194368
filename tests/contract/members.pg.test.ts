/** An archive for members: content, files and pages. Every route is in callers.pg.test.ts. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#backend/config.ts";
import { checkAccess } from "#backend/doctor/checks.ts";
import { MediaFiles } from "#backend/files/media/media-files.ts";
import type { AccessMode } from "#shared/rules/site.ts";
import { BEHIND_PROXY, member, PASSWORD, Visitor } from "#tests/support/accounts.ts";
import { addExamples, exampleAddresses, getRoutes } from "#tests/support/examples.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";
import { importSmallSample } from "#tests/support/small-sample.ts";

const NOT_LOGGED_IN = "You must be registered to access this page.";
const REFUSED = `{"error":"${NOT_LOGGED_IN}"}`;
/** In each creator's name and each post's title. */
const CANARY = "canary-5d1f";

describe("content", () => {
  let server: TestServer;
  let one: Visitor;
  let moderator: Visitor;
  let administrator: Visitor;
  let creator: { service: string; id: string };
  /** Paths of a file, its thumbnail and pictures of a creator. */
  let files: string[];
  beforeAll(async () => {
    server = await startServer({ ...BEHIND_PROXY, ACCESS: "members" });
    const { sql } = server;
    await importSmallSample(server);
    await addExamples(sql, server.data);
    await sql`update creators set name = name || ${CANARY}`;
    await sql`update posts set title = title || ${CANARY}`;
    const [icon] = await sql<{ service: string; id: string }[]>`
      select service, id from creators where icon is not null order by 1, 2 limit 1`;
    creator = icon!;
    const [picture] = await sql<{ hash: string; ext: string }[]>`
      select hash, ext from files where ext = '.png' or ext = '.webp' or ext = '.jpg' order by hash limit 1`;
    const path = `/${picture!.hash.slice(0, 2)}/${picture!.hash.slice(2, 4)}/${picture!.hash}${picture!.ext}`;
    const { service, id } = creator;
    files = [`/data${path}`, `/data${path}?f=name.png`, path, `/thumbnail/data${path}`];
    files.push(`/thumbnail/data${path}?w=180`, `/icons/${service}/${id}`, `/banners/${service}/${id}`);
    for (const part of ["strip", "rendition"] as const) {
      await new MediaFiles(server.data).store(picture!.hash, part, Buffer.from("made of it"));
      files.push(`/thumbnail/${part}/data${path}`);
    }
    const pwa = join(server.data, "pwa");
    await mkdir(join(pwa, "assets"), { recursive: true });
    await writeFile(join(pwa, "index.html"), "<!doctype html><title>%SITE_NAME%</title>");
    await writeFile(join(pwa, "assets", "app-1a2b.js"), "export {};");
    for (const name of ["robots.txt", "favicon.svg"])
      await writeFile(join(pwa, name), await readFile(new URL(`../../pwa/public/${name}`, import.meta.url)));
    one = await member(server, "one");
    moderator = await member(server, "two", "moderator");
    administrator = await member(server, "three", "administrator");
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const cookieOf = (visitor: Visitor) => ({ cookie: `session=${visitor.cookies.get("session")}` });
  /** Answer to a caller without a session, headers included. */
  async function answerTo(path: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await server.get(path, { headers });
    const { date: _, "x-request-id": __, ...rest } = Object.fromEntries(response.headers);
    return JSON.stringify([response.status, rest, await response.text()]);
  }

  test("no answer to a visitor names any of it, and members get it, stored by their browser only", async () => {
    let named = 0;
    for (const { path, private: isPrivate } of getRoutes()) {
      for (const example of await exampleAddresses(server.sql, path)) {
        const address = `${example.path}?${example.query}`;
        expect(await answerTo(address), address).not.toContain(CANARY);
        if (isPrivate === true) continue;
        const response = await server.get(address, { headers: cookieOf(one) });
        if ((await response.text()).includes(CANARY)) named += 1;
        if (response.status !== 200) continue; // answers of the search engine, which is off
        expect([address, response.headers.get("cache-control")]).toEqual([address, "private, no-store"]);
        expect(response.headers.get("vary")?.toLowerCase()).toContain("cookie");
      }
    }
    expect(named).toBeGreaterThan(10);
  });

  test("a refusal reveals nothing about the content", async () => {
    const { service, id } = creator;
    const [other] = await server.sql<{ service: string; id: string }[]>`
      select service, id from creators where (service, id) <> (${service}, ${id}) order by 1, 2 limit 1`;
    await server.sql`update creators set hidden = true where service = ${other!.service} and id = ${other!.id}`;
    await server.sql`
      insert into takedowns (service, "user", held, kind) values (${other!.service}, ${other!.id}, true, 'takedown')`;
    const profile = (key: { service: string; id: string }) => `/api/v1/${key.service}/user/${key.id}/profile`;
    const etag = (await server.get(profile(creator), { headers: cookieOf(one) })).headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    expect((await server.get(profile(other!), { headers: cookieOf(one) })).status).toBe(451);
    const refused = await answerTo(profile(creator));
    expect(refused).toContain("401");
    for (const path of [
      profile(other!),
      profile({ service, id: "nobody" }),
      profile({ service: "x", id: "1" }),
    ])
      expect(await answerTo(path)).toBe(refused);
    for (const tag of [etag, "*"])
      expect(await answerTo(profile(creator), { "if-none-match": tag })).toBe(refused);
    const wrong = { cookie: `session=${"a".repeat(22)}.${"b".repeat(43)}` };
    expect(await answerTo(profile(creator), wrong)).toBe(refused);
  });

  test("files, their parts, thumbnails and creators' pictures need a session", async () => {
    const missing = `/data/aa/bb/aabb${"0".repeat(60)}.png`;
    const hash = /[0-9a-f]{64}/.exec(files[0]!)![0];
    for (const path of [
      ...files,
      missing,
      missing.slice(5),
      "/icons/patreon/nobody",
      "/data/x",
      "/thumbnail/x",
    ]) {
      for (const headers of [
        {},
        { range: "bytes=0-9" },
        { "if-none-match": "*" },
        { "if-none-match": `"${hash}"` },
        { "if-modified-since": new Date().toUTCString() },
      ] as Record<string, string>[]) {
        const response = await server.get(path, { headers });
        const seen = [
          path,
          headers,
          response.status,
          await response.text(),
          response.headers.get("cache-control"),
        ];
        expect(seen).toEqual([path, headers, 401, REFUSED, "no-store"]);
        for (const name of [
          "etag",
          "last-modified",
          "content-range",
          "location",
          "access-control-allow-origin",
        ])
          expect([path, name, response.headers.get(name)]).toEqual([path, name, null]);
      }
      expect((await server.get(path, { method: "HEAD" })).status).toBe(401);
    }
    for (const visitor of [one, moderator, administrator]) {
      for (const path of files) {
        const response = await server.get(path, { headers: cookieOf(visitor) });
        await response.arrayBuffer();
        if (response.status === 302) continue; // the bare path leads to /data
        expect([path, response.status]).toEqual([path, 200]);
        expect(response.headers.get("cache-control")).toBe("private, no-store");
        expect(response.headers.get("vary")?.toLowerCase()).toContain("cookie");
      }
    }
    const part = await server.get(files[0]!, { headers: { ...cookieOf(one), range: "bytes=0-9" } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
    const known = await server.get(files[0]!, {
      headers: { ...cookieOf(one), "if-none-match": `"${hash}"` },
    });
    expect([known.status, known.headers.get("cache-control")]).toEqual([304, "private, no-store"]);
    const blank = await server.get("/icons/patreon/nobody?else=blank", { headers: cookieOf(one) });
    expect([blank.status, blank.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  });

  test("pages are the same for every address and name nothing; robots may read none; there is no sitemap", async () => {
    const { service, id } = creator;
    const page = await answerTo("/");
    for (const path of [
      `/${service}/user/${id}`,
      "/patreon/user/nobody",
      "/posts",
      "/about",
      "/authentication/login",
    ])
      expect([path, await answerTo(path)]).toEqual([path, page]);
    expect(page).toContain("200");
    expect(await (await server.get("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
    expect((await server.get("/sitemap.xml")).status).toBe(404);
    for (const path of ["/favicon.svg", "/assets/app-1a2b.js", "/livez"])
      expect([path, (await server.get(path)).status]).toEqual([path, 200]);
  });

  test("a malformed address of a file is refused, and the check of the caller does not fail behind it", async () => {
    for (const path of files)
      expect([path, (await server.get(`${path}${path.includes("?") ? "&" : "?"}w=%zz`)).status]).toEqual([
        path,
        400,
      ]);
    expect((await server.get(files[0]!)).status).toBe(401);
  });

  test("a session that ended, was disabled or logged out gives nothing anymore", async () => {
    const leaver = await member(server, "leaver");
    const headers = cookieOf(leaver);
    expect((await server.get(files[0]!, { headers })).status).toBe(200);
    await server.sql`update accounts set disabled = true where username = 'leaver'`;
    await allNotified(server); // files remember sessions until then
    expect((await server.get(files[0]!, { headers })).status).toBe(401);
    expect((await server.get("/api/v1/posts", { headers })).status).toBe(401);
    await server.sql`update accounts set disabled = false where username = 'leaver'`;
    await leaver.logOut();
    await allNotified(server);
    expect((await server.get(files[0]!, { headers })).status).toBe(401);
    expect((await server.get("/api/v1/posts", { headers })).status).toBe(401);
  });
});

test("roost doctor names the mode, and warns where anyone can become a member", async () => {
  await using server = await startServer({ ACCESS: "members" });
  const found = async () =>
    (await checkAccess(server.sql, server.config)).map(({ state, text }) => [state, text]);
  expect(await found()).toEqual([["warning", "Access: members only, registration: open"]]);
  await server.sql`update site_settings set registration = 'invite'`;
  expect(await found()).toEqual([["ok", "Access: members only, registration: invite"]]);
  const open = { ...server.config, ACCESS: "open" as const };
  expect(await checkAccess(server.sql, open)).toEqual([{ state: "ok", text: "Access: open to everyone" }]);
});

test("data servers, which ask for no account, are refused in an archive for members", () => {
  const settings = { ACCESS: "members", DATA_SERVERS: "https://n1.example.org" };
  expect(() => readConfig(settings)).toThrow(/DATA_SERVERS/);
  expect(() => readConfig({ ACCESS: "friends" })).toThrow(/ACCESS/);
  expect(readConfig({}).ACCESS).toBe(undefined); // then it is chosen on screen
});

describe("a device that was locked out", () => {
  const CLEAR = '"cache", "cookies", "storage"';
  const WAYS: Record<
    string,
    { mode: AccessMode; isTold: boolean; lockOut: (one: Device) => Promise<unknown> }
  > = {
    "ended from another device": {
      mode: "members",
      isTold: true,
      lockOut: async ({ other, session }) => await other.send("DELETE", `/v1/account/sessions/${session}`),
    },
    "ended with all others": {
      mode: "members",
      isTold: true,
      lockOut: async ({ other }) => await other.send("DELETE", "/v1/account/sessions"),
    },
    disabled: {
      mode: "members",
      isTold: true,
      lockOut: async ({ root, id }) =>
        await root.send("PATCH", `/v1/account/administrator/account/${id}`, {
          role: "consumer",
          disabled: true,
        }),
    },
    "account deleted": {
      mode: "members",
      isTold: true,
      lockOut: async ({ other }) => {
        await other.post("/v1/account/confirm_password", { password: PASSWORD });
        return await other.post("/v1/account/delete", { password: PASSWORD });
      },
    },
    expired: {
      mode: "members",
      isTold: false,
      lockOut: async ({ server, session }) =>
        await server.sql`update account_sessions set expires_at = now() - interval '1 minute' where id = ${session}`,
    },
    "of an open archive": {
      mode: "open",
      isTold: false,
      lockOut: async ({ other }) => await other.send("DELETE", "/v1/account/sessions"),
    },
  };
  interface Device {
    server: TestServer;
    root: Visitor;
    other: Visitor;
    id: number;
    session: string;
  }

  test.each(Object.entries(WAYS))("%s", async (_, { mode, isTold, lockOut }) => {
    await using server = await startServer({ ...BEHIND_PROXY, ACCESS: mode });
    const root = await member(server, "root", "administrator");
    const one = await member(server, "one");
    const other = new Visitor(server);
    await other.logIn("one", PASSWORD);
    const cookie = one.cookies.get("session")!;
    const headers = { cookie: `session=${cookie}` };
    const session = cookie.split(".")[0]!;
    expect((await server.get("/api/v1/account", { headers })).status).toBe(200);
    await lockOut({ server, root, other, id: one.id, session });
    const missing = `/data/aa/bb/aabb${"0".repeat(60)}.png`;
    for (const path of ["/api/v1/account", ...(mode === "members" ? ["/api/v1/posts", missing] : [])]) {
      const response = await server.get(path, { headers });
      expect([path, response.status]).toEqual([path, 401]);
      expect(response.headers.get("clear-site-data"), path).toBe(isTold ? CLEAR : null);
    }
    // Who only has the id learns nothing, and the login stays open.
    const guessed = { cookie: `session=${session}.${"a".repeat(43)}` };
    expect((await server.get("/api/v1/account", { headers: guessed })).headers.get("clear-site-data")).toBe(
      null,
    );
    expect((await server.get("/api/v1/authentication/registration", { headers })).status).toBe(200);
  });
});
