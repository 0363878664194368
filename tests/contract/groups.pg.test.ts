/** Groups of accounts: nothing that a group does not see reaches its accounts, by any route or address (decision 0073). */
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#backend/db/client.ts";
import { checkAccess } from "#backend/doctor/checks.ts";
import { MediaFiles } from "#backend/files/media/media-files.ts";
import { ensureGroupRole } from "#backend/groups/group-role.ts";
import type { PictureHit } from "#shared/entities/archive-file.ts";
import type { GroupPreview } from "#shared/entities/group.ts";
import { BEHIND_PROXY, member, type Visitor } from "#tests/support/accounts.ts";
import { addExamples, exampleAddresses, getRoutes } from "#tests/support/examples.ts";
import { addGroup, CANARY, type Key, markHidden, memberOf, RULES, tokenOf } from "#tests/support/groups.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { importSmallSample } from "#tests/support/small-sample.ts";

let server: TestServer;
/** Lines of the server's log, at its most detailed level. */
const logged: string[] = [];
let administrator: Visitor;
/** The only creator that groups see, and another. */
let seen: Key;
let hidden: Key;

beforeAll(async () => {
  const log = pino({ level: "trace" }, { write: (line) => void logged.push(line) });
  server = await startServer({ ...BEHIND_PROXY, ACCESS: "members" }, { log });
  const { sql } = server;
  await importSmallSample(server);
  await addExamples(sql, server.data);
  ({ seen, hidden } = await markHidden(sql));
  administrator = await member(server, "admin", "administrator");
});
afterAll(() => server[Symbol.asyncDispose]());

const cookieOf = (visitor: Visitor) => ({ cookie: `session=${visitor.cookies.get("session")}` });

test("every table has a policy, or holds no content that groups may not see", async () => {
  const tables = await server.sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema::regnamespace
      and not relrowsecurity order by relname collate "C"`;
  expect(tables.map(({ name }) => name)).toEqual(
    [
      // Accounts, and what only they, their moderators or nobody reads.
      [
        "accounts",
        "access_tokens",
        "account_identities",
        "account_sessions",
        "audit_log",
        "forgotten_devices",
        "groups",
        "group_exclusions",
        "guest_links",
        "guest_link_posts",
        "guest_visits",
        "idempotency_keys",
        "invitations",
      ],
      [
        "login_flows",
        "logout_tokens",
        "notifications",
        "passkeys",
        "passkey_challenges",
        "push_keys",
        "archive_key",
        "push_subscriptions",
        "rate_limits",
        "rating_rules",
      ],
      [
        "recovery_codes",
        "setup_token",
        "site_settings",
        "sync_accounts",
        "sync_segments",
        "takedown_requests",
      ],
      ["uploads", "pending_dms", "service_keys"],
      // Ids, read together with the rows that they are of, which have policies.
      [
        "creator_counts",
        "file_uses",
        "media_details",
        "picture_hashes",
        "picture_sizes",
        "picture_texts",
        "removed_files",
      ],
      ["favorite_creators", "favorite_deltas", "favorite_posts", "favorite_rollup", "favorites_feeds"],
      // Jobs, imports and indexing.
      [
        "connector_states",
        "download_imports",
        "download_problems",
        "import_logs",
        "import_pauses",
        "imported_files",
      ],
      ["importer_keys", "importers", "imports", "index_builds", "index_outbox", "index_quarantine"],
      ["ingest_progress", "schema_migrations", "scrubs"],
    ]
      .flat()
      .sort(),
  );
});

describe.each(Object.entries(RULES))("hidden %s", (name, hide) => {
  let one: Visitor & { id: number };
  let token: Record<string, string>;
  beforeAll(async () => {
    const group = await addGroup(server, name);
    await hide(server.sql, group, seen);
    one = await memberOf(server, group, name.replaceAll(" ", ""));
    token = await tokenOf(server, one.id);
  });

  test("no answer names it, and administrators get it", async () => {
    let named = 0;
    for (const { path } of getRoutes()) {
      for (const example of await exampleAddresses(server.sql, path)) {
        const address = `${example.path}?${example.query}`;
        for (const headers of [cookieOf(one), token]) {
          const response = await server.get(address, { headers });
          const answer = JSON.stringify([...response.headers]) + (await response.text());
          expect(answer.includes(CANARY), `${response.status} ${address}`).toBe(false);
          expect(response.status, `${address} ${answer}`).not.toBe(500);
        }
        const whole = await server.get(address, { headers: cookieOf(administrator) });
        if ((await whole.text()).includes(CANARY)) named += 1;
      }
    }
    expect(named).toBeGreaterThan(20);
  });

  test("the part that it sees is whole, and counted by itself", async () => {
    const { sql } = server;
    const json = async (path: string) => {
      const response = await server.get(`/api/v1${path}`, { headers: cookieOf(one) });
      return JSON.parse(await response.text());
    };
    const [{ posts }] = await sql<[{ posts: number }]>`
      select count(*)::integer as posts from posts where service = ${seen.service} and "user" = ${seen.id} and not hidden`;
    expect(await json("/posts")).toMatchObject({ count: posts, true_count: posts });
    expect((await json("/posts")).posts).toHaveLength(posts);
    expect(await json("/creators")).toHaveLength(1);
    expect(await json(`/${seen.service}/user/${seen.id}/profile`)).toMatchObject({ id: seen.id });
    const tags = await sql`
      select lower(tag) as tag, sum(post_count)::integer as post_count from creator_tags
      where service = ${seen.service} and "user" = ${seen.id} and post_count > 0 group by 1`;
    expect(new Set(await json("/posts/tags"))).toEqual(new Set(tags.map((tag) => ({ ...tag }))));
  });

  test("a hidden creator is as missing as one that never was", async () => {
    const absent = { service: hidden.service, id: "nobody" };
    const [post] = await server.sql<[{ id: string }]>`
      select id from posts where service = ${hidden.service} and "user" = ${hidden.id} limit 1`;
    const answers = async ({ service, id }: Key, post: string) => {
      const creator = `/api/v1/${service}/user/${id}`;
      const paths = ["/profile", "/posts", "/tags", "/dms", "/announcements", `/post/${post}`].map(
        (path) => creator + path,
      );
      const pictures = [`/icons/${service}/${id}`, `/banners/${service}/${id}`];
      const list = [];
      for (const path of [...paths, ...pictures]) {
        const response = await server.get(path, { headers: cookieOf(one) });
        list.push([response.status, await response.text()]);
      }
      for (const path of [
        `/v1/favorites/creator/${service}/${id}`,
        `/v1/favorites/post/${service}/${id}/${post}`,
      ]) {
        const { status, text } = await one.send("POST", path);
        list.push([status, text]);
      }
      return list;
    };
    expect(await answers(hidden, post!.id)).toEqual(await answers(absent, "1"));
  });

  test("its files, thumbnails and hashes are not found; those of the visible creator are", async () => {
    const { sql } = server;
    const files = await sql<{ hash: string; ext: string; mine: boolean }[]>`
      select f.hash, f.ext, bool_or((p.service, p."user") = (${seen.service}, ${seen.id})) as mine from files f
      join file_uses u on u.hash = f.hash and u.entity = 'post' join posts p on p.service = u.service and p.id = u.key
      where not p.hidden group by 1, 2 order by 3 desc, 1 limit 40`;
    expect(new Set(files.map(({ mine }) => mine)).size).toBe(2);
    for (const { hash, ext, mine } of files) {
      const path = `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}${ext}`;
      for (const address of [`/data${path}`, `//data${path}`, `/api/v1/search_hash/${hash}`])
        for (const headers of [cookieOf(one), token]) {
          const { status } = await server.get(address, { headers });
          expect([address, status]).toEqual([address, mine ? 200 : 404]);
        }
      const { status } = await server.get(`/thumbnail/data${path}?w=180`, { headers: cookieOf(one) });
      expect(status === 404, path).toBe(!mine);
      for (const part of ["strip", "rendition"] as const) {
        await new MediaFiles(server.data).store(hash, part, Buffer.from("made of it"));
        const made = await server.get(`/thumbnail/${part}/data${path}`, { headers: cookieOf(one) });
        expect([part, path, made.status]).toEqual([part, path, mine ? 200 : 404]);
      }
    }
    // The examples look the same.
    const pictures = async (visitor: Visitor) =>
      (await visitor.json<PictureHit[]>(`/v1/search_picture/${"0".repeat(64)}`)).map(({ hash }) => hash);
    const visible = new Set((await sql`select hash from files where is_used(hash)`).map(({ hash }) => hash));
    const found = await pictures(one);
    expect(found.length).toBeGreaterThan(0);
    for (const hash of found) expect((await one.get(`/v1/search_hash/${hash}`)).status, hash).toBe(200);
    expect(found.length).toBeLessThan(Math.min(visible.size, 50));
  });
});

test.each(Object.entries(RULES))(
  "the preview of a group with creators hidden %s is what it gets",
  async (name, hide) => {
    const { sql } = server;
    const group = await addGroup(server, `preview ${name}`);
    const path = `/v1/account/administrator/groups/${group}/preview`;
    const whole = await administrator.json<GroupPreview>(path);
    expect(whole).toMatchObject({ hidden: { services: 0, creators: 0, posts: 0, files: 0 }, creators: [] });
    await hide(sql, group, seen);
    await sql`update groups set version = version + 1 where id = ${group}`;
    const one = await memberOf(server, group, `sees${name.replace("by ", "")}`);
    const preview = await administrator.json<GroupPreview>(path);
    const { count } = await one.json<{ count: number }>("/v1/posts");
    const creators = await one.json<Key[]>("/v1/creators");
    expect(preview.seen).toMatchObject({ services: 1, creators: creators.length, posts: count });
    const files = await sql<{ hash: string }[]>`select hash from files where is_used(hash)`;
    expect(preview.seen.files + preview.hidden.files).toBe(files.length);
    let found = 0;
    for (const { hash } of files) if ((await one.get(`/v1/search_hash/${hash}`)).status === 200) found += 1;
    expect(preview.seen.files).toBe(found);
    expect(preview.hidden.creators).toBe(whole.seen.creators - 1);
    expect(preview.hidden.creators).toBe(preview.creators.length);
    expect(preview.creators).toContainEqual({
      ...hidden,
      name: expect.stringContaining(CANARY),
      rule:
        name === "by rating"
          ? "rating"
          : hidden.service === seen.service || name === "by creator"
            ? "creator"
            : "service",
    });
    expect((await administrator.get("/v1/account/administrator/groups/999/preview")).status).toBe(404);
  },
);

test("connections without a group, or of one that is gone, see nothing", async () => {
  await ensureGroupRole(server.sql);
  for (const group of ["", 2 ** 31 - 1]) {
    const sql = openDatabase(server.config.DATABASE_URL!, { max: 1, group: group as number });
    const [rows] = await sql<[Record<string, number>]>`
      select (select count(*) from creators)::integer as creators, (select count(*) from posts)::integer as posts,
        (select count(*) from dms)::integer as dms, (select count(*) from files)::integer as files`;
    await sql.end();
    expect(rows).toEqual({ creators: 0, posts: 0, dms: 0, files: 0 });
  }
});

test("a change of the rules, of the rating or of the account's group is followed by the next request", async () => {
  const { sql } = server;
  const group = await addGroup(server, "changing");
  const one = await memberOf(server, group, "changing");
  const profile = `/api/v1/${hidden.service}/user/${hidden.id}/profile`;
  const status = async () => (await server.get(profile, { headers: cookieOf(one) })).status;
  expect(await status()).toBe(200);
  await sql`insert into group_exclusions values (${group}, ${hidden.service}, ${hidden.id})`;
  await sql`update groups set version = version + 1 where id = ${group}`;
  expect(await status()).toBe(404);
  await sql`update accounts set group_id = null where id = ${one.id}`;
  expect(await status()).toBe(200);
});

test("groups are made, changed and deleted by administrators, with entries in the audit log", async () => {
  const groups = "/v1/account/administrator/groups";
  const rules = { name: "Family", rating: "members", services: ["fansly"], creators: [hidden] };
  const { status, text } = await administrator.post(groups, rules);
  expect(status).toBe(200);
  const { id } = JSON.parse(text) as { id: number };
  const listed = async () =>
    (await administrator.json<{ id: number }[]>(groups)).find((one) => one.id === id);
  const creators = [{ ...hidden, name: expect.stringContaining(CANARY) }];
  expect(await listed()).toEqual({ id, ...rules, creators, accounts: 0 });
  expect((await administrator.post(groups, { ...rules, name: "FAMILY" })).text).toContain(
    "Another group has this name.",
  );
  const account = await member(server, "relative");
  const path = `/v1/account/administrator/account/${account.id}`;
  const unknown = await administrator.send("PATCH", path, { role: "consumer", group: 999 });
  expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining("There is no such group.")]);
  expect((await administrator.send("PATCH", path, { role: "consumer", group: id })).status).toBe(200);
  const profile = `/v1/${hidden.service}/user/${hidden.id}/profile`;
  expect((await account.get(profile)).status).toBe(404);
  expect((await administrator.send("DELETE", `${groups}/${id}`)).text).toContain(
    "The group still has accounts.",
  );
  const open = { ...rules, rating: "adults", creators: [] };
  expect((await administrator.send("PUT", `${groups}/${id}`, open)).status).toBe(200);
  expect((await account.get(profile)).status).toBe(200);
  expect((await administrator.send("PATCH", path, { role: "consumer", group: null })).status).toBe(200);
  expect((await administrator.send("DELETE", `${groups}/${id}`)).status).toBe(200);
  expect((await administrator.send("DELETE", `${groups}/${id}`)).status).toBe(404);
  const { entries } = await administrator.json<{ entries: { kind: string }[] }>(
    "/v1/account/administrator/audit",
  );
  expect(entries.slice(0, 5).map(({ kind }) => kind)).toEqual([
    "group_deleted",
    "account_group",
    "group",
    "account_group",
    "group",
  ]);
});

test("a device's list of creators loses those that are hidden since", async () => {
  const group = await addGroup(server, "listing");
  const one = await memberOf(server, group, "listing");
  interface List {
    since: string;
    complete: boolean;
    creators: Key[];
  }
  const before = await one.json<List>("/v1/creators?since=");
  const has = ({ creators }: List) => creators.some(({ id }) => id === hidden.id);
  expect(has(before)).toBe(true);
  await server.sql`insert into group_exclusions values (${group}, ${hidden.service}, ${hidden.id})`;
  await server.sql`update groups set version = version + 1 where id = ${group}`;
  const after = await one.json<List>(`/v1/creators?since=${encodeURIComponent(before.since)}`);
  expect([after.complete, has(after)]).toEqual([true, false]);
});

test("copies are asked about by creator, and the feed says when", async () => {
  const group = await addGroup(server, "copies");
  const one = await memberOf(server, group, "copies");
  const view = async (visitor: Visitor) => (await visitor.json<{ view?: string }>("/v1/removed")).view;
  expect(await view(administrator)).toBeUndefined();
  const before = await view(one);
  const creators = [seen, hidden, { service: "patreon", id: "nobody" }];
  const visible = async () => JSON.parse((await one.post("/v1/creators/visible", { creators })).text);
  expect(await visible()).toEqual([seen, hidden]);
  const rules = { name: "copies", rating: "adults", services: [], creators: [hidden] };
  await administrator.send("PUT", `/v1/account/administrator/groups/${group}`, rules);
  expect(await view(one)).not.toBe(before);
  expect(await visible()).toEqual([seen]);
});

test("favorites that are hidden are not listed", async () => {
  const { sql } = server;
  const group = await addGroup(server, "push");
  const one = await memberOf(server, group, "push");
  for (const { service, id } of [seen, hidden])
    await sql`insert into favorite_creators (account, service, id) values (${one.id}, ${service}, ${id})`;
  expect((await one.json<object[]>("/v1/account/favorites?type=artist")).length).toBe(2);
  await sql`insert into group_exclusions values (${group}, ${hidden.service}, ${hidden.id})`;
  await sql`update groups set version = version + 1 where id = ${group}`;
  expect((await one.json<object[]>("/v1/account/favorites?type=artist")).length).toBe(1);
});

test("roost doctor says where groups have no effect, and that their role is there", async () => {
  const states = async (ACCESS: "open" | "members") =>
    (await checkAccess(server.sql, { ...server.config, ACCESS })).map(
      ({ state, text }) => `${state} ${text}`,
    );
  expect(await states("open")).toContain("warning Groups have no effect in an open archive");
  expect(await states("members")).toContain("ok Groups: their database role is there");
});

test("an account that is found only after the deadline gets nothing of what its group does not see", async () => {
  const group = await addGroup(server, "slow");
  await server.sql`insert into group_exclusions values (${group}, ${hidden.service}, ${hidden.id})`;
  const principal = { id: 1, role: "consumer", session: "slow", group: { id: group, version: 1 } } as const;
  await using slow = await startServer(
    { ...BEHIND_PROXY, ACCESS: "members" },
    {
      database: { url: server.config.DATABASE_URL ?? "", sql: server.sql },
      deadline: 50,
      // Past the grace period of the first look, and within the second.
      authenticate: () => new Promise((resolve) => setTimeout(resolve, 1_300, principal)),
    },
  );
  const response = await slow.get(`/api/v1/${hidden.service}/user/${hidden.id}/profile`);
  expect(response.status).toBe(503);
});

test("no line of the log names hidden content, also when a request fails", async () => {
  const group = await addGroup(server, "failing");
  await RULES["by creator"](server.sql, group, seen);
  const one = await memberOf(server, group, "failing");
  // A statement that fails in the middle of what it reads.
  await server.sql`alter table post_flags rename to post_flags_away`;
  const path = `/api/v1/${hidden.service}/user/${hidden.id}/posts`;
  const [{ id }] = await server.sql<[{ id: string }]>`
    select id from posts where service = ${hidden.service} and "user" = ${hidden.id} limit 1`;
  const post = `/api/v1/${hidden.service}/user/${hidden.id}/post/${id}`;
  const statuses = [];
  for (const address of [path, post])
    for (const visitor of [one, administrator])
      statuses.push((await server.get(address, { headers: cookieOf(visitor) })).status);
  await server.sql`alter table post_flags_away rename to post_flags`;
  expect(statuses).toContain(500);
  expect(logged.join("")).toMatch(/post_flags/);
  expect(logged.filter((line) => line.includes(CANARY))).toEqual([]);
});
