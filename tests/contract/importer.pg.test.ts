/** The importer's routes: what the form may send, whose imports and keys they are, and what of a key is stored. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ImporterKey, openImporterKey } from "#backend/imports/connectors/private-key.ts";
import { unseal } from "#backend/imports/connectors/sealing.ts";
import type { Import, ServiceKey } from "#shared/entities/import.ts";
import { SERVICES } from "#shared/services/index.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const ON = SERVICES.filter((service) => service !== "dlsite");
let server: TestServer;
let key: ImporterKey;
let keyFile: string;
beforeAll(async () => {
  server = await startServer({
    ...BEHIND_PROXY,
    IMPORTERS: ON.join(","),
    LOG_LEVEL: "error",
    CONTACT: "https://ann.example.org",
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const submit = (visitor: Visitor, fields: object) => visitor.post("/v1/importer/submit", fields);
const patreon = (n: number) => ({ service: "patreon", session_key: String(n).padEnd(43, "k") });
const idOf = (text: string) => (JSON.parse(text) as { import_id: string }).import_id;
const submitted = async (visitor: Visitor, fields: object) => {
  const { status, text } = await submit(visitor, fields);
  expect([status, text]).toEqual([200, expect.stringContaining("import_id")]);
  return idOf(text);
};
const setState = (id: string, state: string) =>
  server.sql`update imports set state = ${state}, finished_at = now() where id = ${id}`;
interface Keys {
  props: { service_keys: ServiceKey[] };
  import_ids: { id: number; import_ids: string[] }[];
}

test("without an importer nothing is taken", async () => {
  const visitor = new Visitor(server);
  const { status, text } = await submit(visitor, patreon(1));
  expect([status, text]).toEqual([503, refusal("The importer is not running. Try again later.")]);
  expect(await visitor.json("/v1/importer")).toMatchObject({
    running: false,
    contact: "https://ann.example.org",
  });
});

test("the private key is made once, for its owner only, and the API gets the public half", async () => {
  keyFile = join(server.data, "key.pem");
  const keys = await Promise.all([
    openImporterKey(server.sql, keyFile),
    openImporterKey(server.sql, keyFile),
  ]);
  expect(keys[0].fingerprint).toBe(keys[1].fingerprint);
  key = keys[0];
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  expect(await readFile(keyFile, "utf8")).toContain("BEGIN PRIVATE KEY");
  const stored = await server.sql`select fingerprint, public_key from importer_keys`;
  expect(stored).toEqual([
    { fingerprint: key.fingerprint, public_key: expect.stringContaining("BEGIN PUBLIC KEY") },
  ]);
  const connectors = Object.fromEntries(ON.filter((name) => name !== "afdian").map((name) => [name, "fake"]));
  // Seen for as long as these tests may take.
  await server.sql`
    insert into importers (id, connectors, seen_at)
    values ('test', ${server.sql.json(connectors)}, now() + interval '1 day')`;
}, 300_000); // two keys are made

test("the form shows which services are on and have a connector", async () => {
  const { services, running } = await new Visitor(server).json<{
    services: { service: string; enabled: boolean; connector: string | null }[];
    running: boolean;
  }>("/v1/importer");
  expect(running).toBe(true);
  expect(services.map(({ service }) => service)).toEqual([...SERVICES]);
  const of = (name: string) => services.find(({ service }) => service === name);
  expect(of("patreon")).toMatchObject({ enabled: true, connector: "fake", paused: false });
  expect(of("dlsite")).toMatchObject({ enabled: false, connector: null });
  expect(of("afdian")).toMatchObject({ enabled: true, connector: null });
});

describe("refused", () => {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const onlyfans = { session_key: "x", auth_id: "1", "x-bc": "a".repeat(40), user_agent: "Agent" };
  test.each([
    ["patreon", { session_key: "a" }, "Invalid key: Expected 43 characters, got 1"],
    ["patreon", {}, "Session key is required."],
    ["fanbox", { session_key: "x_1" }, "Invalid key."],
    ["afdian", { session_key: "a".repeat(1025) }, "Key is too long."],
    ["afdian", { session_key: "X" }, "Invalid key."],
    ["boosty", { session_key: "{}" }, "Malformed key."],
    ["boosty", { session_key: "x" }, "Invalid key: Expected valid JSON."],
    [
      "boosty",
      {
        session_key: JSON.stringify({
          accessToken: "a".repeat(64),
          refreshToken: "b".repeat(64),
          expiresAt: 1,
        }),
      },
      "Key is expired.",
    ],
    ["discord", { session_key: "x", channel_ids: "1" }, "Invalid token format."],
    [
      "discord",
      { session_key: `${"a".repeat(24)}.bbbbbb.${"c".repeat(38)}`, channel_ids: "1,q" },
      "q is not a valid channel ID.",
    ],
    ["dlsite", { session_key: "x" }, "This archive does not import from this service."],
    ["afdian", { session_key: "0a_1" }, "This archive has no connector installed for this service."],
    ["subscribestar", { session_key: "a".repeat(1025) }, "Key is too long."],
    ["fantia", { session_key: "x" }, "Invalid key: Expected 32 or 64 characters."],
    ["gumroad", { session_key: "x" }, "Invalid key: Expected 200 to 1024 characters."],
    ["onlyfans", { ...onlyfans, auth_id: "x" }, "User ID must consist of only digits."],
    ["onlyfans", { ...onlyfans, "x-bc": "x" }, "Invalid BC token"],
    ["onlyfans", { ...onlyfans, user_agent: "ü" }, "Invalid User-Agent (contains non-ASCII characters)."],
    ["fansly", { session_key: "-".repeat(71) }, "The key doesn't match the required pattern."],
    ["fansly", { session_key: base64({}) }, "Token not found in JSON."],
    ["fansly", { session_key: "x" }, "Key is not valid JSON."],
    ["candfans", { session_key: base64({}) }, "The key does not contain the appropriate values."],
    ["candfans", { session_key: "%" }, "The key was not decodable."],
  ])("%s with a bad field", async (service, fields, message) => {
    const { status, text } = await submit(new Visitor(server), { service, ...fields });
    expect([status, text]).toEqual([422, refusal(message)]);
  });

  test("DMs and saved keys without an account", async () => {
    const visitor = new Visitor(server);
    for (const [field, message] of [
      ["save_dms", "You must be logged in to import DMs, so that you can approve them."],
      ["save_session_key", "You must be logged in to save a key, so that you can revoke it."],
      ["auto_import", "You must be logged in to save a key, so that you can revoke it."],
    ] as const) {
      const { status, text } = await submit(visitor, { ...patreon(2), [field]: "1" });
      expect([field, status, text]).toEqual([field, 401, refusal(message)]);
    }
    expect((await submit(visitor, { service: "myspace", session_key: "x" })).text).toBe(
      refusal('"myspace" is not a valid paysite.'),
    );
    expect((await submit(visitor, { ...patreon(2), more: 1 })).status).toBe(400);
    expect(await server.sql`select from imports`).toEqual([]);
  });
});

test("a key is stored sealed only; the importer's private key opens it, for its own service", async () => {
  const visitor = new Visitor(server);
  const fields = {
    ...patreon(3),
    session_key: ` ${patreon(3).session_key} `,
    save_dms: "0",
    auto_import: false,
  };
  const id = await submitted(visitor, fields);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  const [row] = await server.sql`select * from imports where id = ${id}`;
  expect(row).toMatchObject({
    service: "patreon",
    account: null,
    state: "queued",
    sealed_by: key.fingerprint,
  });
  expect(unseal(key.privateKey, "patreon", row!["sealed"])).toEqual({ session_key: patreon(3).session_key });
  expect(() => unseal(key.privateKey, "fanbox", row!["sealed"])).toThrow("cannot be opened");
  expect(row!["sealed"].includes(patreon(3).session_key)).toBe(false);
  expect(await visitor.json<Import>(`/v1/imports/${id}`)).toMatchObject({
    import_id: id,
    service: "patreon",
    state: "queued",
    finished_at: null,
    is_key_invalid: false,
    backlogged: false,
    can_cancel: true,
    logs: [],
  });
});

test("the same key again is the same import until it has ended, also at once", async () => {
  const visitor = new Visitor(server);
  const ids = await Promise.all(Array.from({ length: 8 }, () => submitted(new Visitor(server), patreon(4))));
  expect(new Set(ids).size).toBe(1);
  await setState(ids[0]!, "done");
  expect(await submitted(visitor, patreon(4))).not.toBe(ids[0]);
});

test("logs, and what is not there", async () => {
  const visitor = new Visitor(server);
  const id = await submitted(visitor, patreon(5));
  await server.sql`insert into import_logs (import, line) values (${id}, 'first'), (${id}, 'second')`;
  expect(await visitor.json(`/v1/importer/logs/${id}`)).toEqual(["first", "second"]);
  expect((await visitor.json<Import>(`/v1/imports/${id}`)).logs).toEqual(["first", "second"]);
  expect(await visitor.json("/v1/importer/logs/none")).toEqual([]);
  const { status, text } = await visitor.get("/v1/imports/none");
  expect([status, text]).toEqual([404, refusal("Your import could not be found.")]);
});

test("only its own account ends an import of an account; one of nobody ends by its id", async () => {
  const [ann, bob] = [await member(server, "CancelAnn"), await member(server, "CancelBob")];
  const id = await submitted(ann, patreon(6));
  const cancel = (visitor: Visitor, of = id) => visitor.post(`/v1/imports/${of}/cancel`);
  expect((await bob.json<Import>(`/v1/imports/${id}`)).can_cancel).toBe(false);
  expect((await cancel(bob)).text).toBe(refusal("Your import could not be found."));
  expect((await cancel(new Visitor(server))).status).toBe(404);
  expect((await cancel(ann)).text).toBe("true");
  expect((await cancel(ann)).text).toBe(refusal("This import has ended."));
  expect(await ann.json<Import>(`/v1/imports/${id}`)).toMatchObject({ state: "canceled", can_cancel: false });
  expect((await cancel(bob, await submitted(new Visitor(server), patreon(7)))).text).toBe("true");
});

test("saved keys: listed without the key, imported with, turned off, revoked with their imports", async () => {
  const [ann, bob] = [await member(server, "KeyAnn"), await member(server, "KeyBob")];
  const id = await submitted(ann, { ...patreon(8), save_session_key: "1", save_dms: "1" });
  const second = await submitted(ann, { ...patreon(9), auto_import: "1" });
  const listed = await ann.get("/v1/account/keys");
  expect(listed.text).not.toContain("kkk");
  const { props, import_ids } = JSON.parse(listed.text) as Keys;
  const [auto, saved] = props.service_keys;
  expect(saved).toMatchObject({ service: "patreon", dead: false, auto_import: false, next_import_at: null });
  expect(auto).toMatchObject({ auto_import: true, next_import_at: expect.any(String) });
  expect(import_ids).toEqual([
    { id: auto!.id, import_ids: [second] },
    { id: saved!.id, import_ids: [id] },
  ]);
  const path = `/v1/account/keys/${saved!.id}`;
  expect((await bob.post(`${path}/import`)).status).toBe(404);
  expect((await bob.send("PATCH", path, { auto_import: true })).status).toBe(404);
  expect(idOf((await ann.post(`${path}/import`)).text)).toBe(id);
  await setState(id, "done");
  expect(idOf((await ann.post(`${path}/import`)).text)).not.toBe(id);
  const off = await ann.send("PATCH", `/v1/account/keys/${auto!.id}`, { auto_import: false });
  expect(JSON.parse(off.text)).toMatchObject({ auto_import: false, next_import_at: null });
  await server.sql`update service_keys set dead = true where id = ${auto!.id}`;
  const dead = await ann.send("PATCH", `/v1/account/keys/${auto!.id}`, { auto_import: true });
  expect([dead.status, dead.text]).toEqual([409, refusal("The service refused this key.")]);
  for (const body of [{}, { revoke: [] }])
    expect((await ann.post("/v1/account/keys", body)).text).toBe(
      refusal("At least one key must be selected for revocation."),
    );
  await bob.post("/v1/account/keys", { revoke: [saved!.id] });
  expect((await ann.json<Keys>("/v1/account/keys")).props.service_keys).toHaveLength(2);
  expect((await ann.post("/v1/account/keys", { revoke: [saved!.id] })).text).toBe("true");
  expect((await ann.json<Keys>("/v1/account/keys")).props.service_keys.map((one) => one.id)).toEqual([
    auto!.id,
  ]);
  const left = await server.sql`
    select state, sealed is null as gone from imports where account = ${ann.id} and service_key is null order by created_at`;
  expect(left).toEqual([
    { state: "done", gone: true },
    { state: "canceled", gone: true },
  ]);
});

test("administrators see the queue, pause services, cancel and retry", async () => {
  const admin = await member(server, "QueueRoot", "administrator");
  const path = "/v1/account/administrator/imports";
  const id = await submitted(new Visitor(server), { service: "fanbox", session_key: "1_a" });
  const list = (query = "") =>
    admin.json<{ count: number; imports: Import[]; services: { service: string }[]; failures: object[] }>(
      path + query,
    );
  expect((await list("?service=fanbox")).imports).toMatchObject([{ import_id: id, username: null }]);
  expect((await list()).services.find(({ service }) => service === "fanbox")).toMatchObject({
    queued: 1,
    paused: false,
  });
  expect((await admin.send("PATCH", `${path}/services/fanbox`, { paused: true })).text).toBe("true");
  expect((await list()).services.find(({ service }) => service === "fanbox")).toMatchObject({ paused: true });
  await admin.send("PATCH", `${path}/services/fanbox`, { paused: false });
  expect((await admin.post(`${path}/${id}/cancel`)).text).toBe("true");
  expect((await admin.post(`${path}/${id}/cancel`)).text).toBe(refusal("This import has ended."));
  expect((await admin.post(`${path}/${id}/retry`)).text).toBe("true");
  await server.sql`update imports set state = 'failed', reason = 'no line', finished_at = now(), sealed = null where id = ${id}`;
  expect((await admin.post(`${path}/${id}/retry`)).text).toBe(refusal("The key of this import is deleted."));
  expect((await list("?state=failed")).failures).toContainEqual({
    service: "fanbox",
    reason: "no line",
    count: 1,
  });
  expect((await admin.post(`${path}/${"0".repeat(32)}/retry`)).text).toBe(
    refusal("Your import could not be found."),
  );
});

test("whether DMs wait is the account's own business", async () => {
  const [ann, bob] = [await member(server, "DmAnn"), await member(server, "DmBob")];
  await server.sql`insert into pending_dms (account, service, hash, "user", fields) values (${ann.id}, 'patreon', 'h', '1', '{}')`;
  expect([await ann.json("/v1/has_pending_dms"), await bob.json("/v1/has_pending_dms")]).toEqual([
    true,
    false,
  ]);
  await server.sql`update pending_dms set status = 'ignored'`;
  expect(await ann.json("/v1/has_pending_dms")).toBe(false);
});
