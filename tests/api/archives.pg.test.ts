/** Real archives behind the API: listed on demand, passwords tried on them. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#backend/db/client.ts";
import { zip } from "#backend/sample/media/zip.ts";
import { takeDown } from "#backend/takedowns/take-down.ts";
import { filePath } from "#shared/rules/files.ts";
import { manyEntries, pack, rar5, storeFile } from "#tests/support/archives.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const text = (name: string) => ({ name, data: Buffer.from(`some text of ${name}`) });

async function known(
  hash: string,
): Promise<{ status: number; file_list: string[]; password: string | null }> {
  const { status, body } = await server.json(`/api/v1/file/${hash}`);
  const { file_list, password } = body as { file_list: string[]; password: string | null };
  return { status, file_list, password };
}

async function attempt(
  hash: string,
  body: unknown,
  version = "v1",
): Promise<{ status: number; body: unknown }> {
  return server.json(`/api/${version}/file/${hash}`, { method: "PATCH", body: JSON.stringify(body) });
}

async function stored(hash: string): Promise<unknown> {
  const [row] =
    await server.sql`select file_list, encrypted, password from archive_listings where hash = ${hash}`;
  return row;
}

/** Runs while other connections wait for the listings. */
async function whileLocked(mode: "exclusive" | "access exclusive", run: () => Promise<void>): Promise<void> {
  const lock = await server.sql.reserve();
  try {
    await lock.unsafe(`begin; lock table archive_listings in ${mode} mode`);
    await run();
  } finally {
    await lock.unsafe("rollback");
    lock.release();
  }
}

test("a plain archive is listed once, however many ask, and says that no password is needed", async () => {
  const hash = await storeFile(server, zip([text("b.txt"), text("folder/絵.png")]));
  const before = server.archiveFiles.readings;
  const paths = ["v1/file", "v2/file", "v1/posts/archives", "v1/file"];
  const answers = await Promise.all(paths.map((path) => server.json(`/api/${path}/${hash.toUpperCase()}`)));
  const data = answers.map(({ body }, at) => (at === 1 ? (body as { data: unknown }).data : body));
  for (const one of data)
    expect(one).toMatchObject({ file: { hash }, file_list: ["b.txt", "folder/絵.png"], password: "" });
  expect(answers[1]?.body).toMatchObject({ type: "file" });
  expect(await known(hash)).toMatchObject({ password: "" });
  expect(server.archiveFiles.readings - before).toBe(1);
  expect(await attempt(hash, ["any"])).toEqual({ status: 400, body: { error: "Invalid password" } });
  expect(await stored(hash)).toMatchObject({ encrypted: false, password: null });
});

test("an archive in parts is listed by each of them, once all are there, read across those of the same post", async () => {
  const whole = zip([text("page 0.bin"), text("page 1.bin")]);
  const size = Math.ceil(whole.length / 3);
  const pieces = [0, 1, 2].map((at) => whole.subarray(at * size, (at + 1) * size));
  const hashes = await Promise.all(pieces.map((piece) => storeFile(server, piece)));
  const attachments = hashes.map((hash, at) => ({
    name: `drawings.zip.00${at + 1}`,
    path: filePath(hash, ".bin"),
  }));
  await buildCreator(server.sql, { id: "parts" });
  await buildPost(server.sql, {
    id: "parts",
    user: "parts",
    attachments: attachments.filter((_, at) => at !== 1),
  });
  const [first = ""] = hashes;
  const before = server.archiveFiles.readings;
  expect(await known(first)).toMatchObject({ file_list: [], password: null });
  expect(server.archiveFiles.readings).toBe(before);
  expect((await attempt(first, ["any"])).status).toBe(400);
  await server.sql`update posts set attachments = ${server.sql.json(attachments)} where id = 'parts'`;
  await allNotified(server);
  for (const hash of hashes)
    expect(await known(hash)).toMatchObject({ file_list: ["page 0.bin", "page 1.bin"], password: "" });
});

test("the password of an archive in parts is tried across them", async () => {
  const whole = await pack("7z", { "a.txt": "some text" }, "-psecret", "-mhe=on");
  const hashes = await Promise.all(
    [whole.subarray(0, 100), whole.subarray(100)].map((piece) => storeFile(server, piece)),
  );
  const attachments = hashes.map((hash, at) => ({ name: `b.7z.00${at + 1}`, path: filePath(hash, ".bin") }));
  await buildCreator(server.sql, { id: "locked" });
  await buildPost(server.sql, { id: "locked", user: "locked", attachments });
  const [first = "", second = ""] = hashes;
  expect(await known(first)).toMatchObject({ file_list: [], password: null });
  expect((await attempt(second, ["wrong"])).status).toBe(400);
  expect(await attempt(second, ["secret"])).toMatchObject({ status: 200, body: { file_list: ["a.txt"] } });
});

test("sizes come only where they are asked for, once; a list that came with a bundle gets them by name", async () => {
  const hash = await storeFile(
    server,
    zip([text("b.txt"), text("folder/絵.png"), text("twice"), text("twice")]),
  );
  const sized = () => server.json(`/api/v1/file/${hash}?with=sizes`).then(({ body }) => body);
  const before = server.archiveFiles.readings;
  const { file_list, file_sizes } = (await sized()) as { file_list: string[]; file_sizes: number[] };
  expect(file_sizes).toEqual(file_list.map((name) => text(name).data.length));
  expect(await sized()).toMatchObject({ file_sizes });
  expect(server.archiveFiles.readings - before).toBe(1);
  expect((await server.json(`/api/v1/file/${hash}`)).body).not.toHaveProperty("file_sizes");
  const names = ["folder/絵.png", "of another reading", "b.txt"];
  await server.sql`update archive_listings set file_list = ${names} where hash = ${hash}`;
  const again = [text(names[0] ?? "").data.length, null, text("b.txt").data.length];
  await allNotified(server);
  expect(await sized()).toMatchObject({ file_list: names, file_sizes: again });
  expect(await sized()).toMatchObject({ file_sizes: again });
  expect(server.archiveFiles.readings - before).toBe(2);
  const broken = await storeFile(server, Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(6_000, 8)]));
  await server.sql`insert into archive_listings (hash, file_list) values (${broken}, '{a,b}')`;
  for (let asked = 0; asked < 2; asked += 1)
    expect((await server.json(`/api/v1/file/${broken}?with=sizes`)).body).toMatchObject({
      file_list: ["a", "b"],
      file_sizes: [null, null],
    });
  expect(server.archiveFiles.readings - before).toBe(3);
});

test("20,000 names are read once, and once more in the order of a bundle", async () => {
  const hash = await storeFile(server, manyEntries(20_000, { declared: 7 }));
  const before = server.archiveFiles.readings;
  const ask = async () => {
    const response = await fetch(`${server.url}/api/v1/file/${hash}?with=sizes`);
    const body = (await response.json()) as { file_list: string[]; file_sizes: number[] };
    return { ...body, status: response.status };
  };
  const first = await ask();
  expect([first.status, first.file_list.length, new Set(first.file_sizes)]).toEqual([
    200,
    20_000,
    new Set([7]),
  ]);
  expect(await ask()).toEqual(first);
  const reversed = first.file_list.toReversed();
  await server.sql`update archive_listings set file_list = ${reversed} where hash = ${hash}`;
  await allNotified(server);
  const other = { status: 200, file_list: reversed, file_sizes: first.file_sizes };
  for (let asked = 0; asked < 2; asked += 1) expect(await ask()).toMatchObject(other);
  expect(server.archiveFiles.readings - before).toBe(2);
});

test("a known listing is sent without a query until it changes or is taken down", async () => {
  const hash = await storeFile(server, zip([text("kept.txt")], "right"));
  await buildCreator(server.sql);
  await buildPost(server.sql, { id: "1", attachments: [{ name: "kept.zip", path: filePath(hash, ".bin") }] });
  const paths = [
    `v1/file/${hash}`,
    `v1/file/${hash}?with=sizes`,
    `v2/file/${hash}`,
    `v1/posts/archives/${hash}`,
  ];
  const ask = async () => {
    await allNotified(server);
    return Promise.all(paths.map((path) => server.json(`/api/${path}`)));
  };
  await ask(); // stores the listing, which is a change
  const known = await ask();
  expect(JSON.stringify(known)).toContain("kept.txt");
  await whileLocked("access exclusive", async () => expect(await ask()).toEqual(known));
  expect((await attempt(hash, ["right"])).status).toBe(200);
  for (const { body } of await ask()) expect(JSON.stringify(body)).toContain('"password":"right"');
  await takeDown(server.sql, { service: "patreon", user: "1", post: "1" });
  expect((await ask()).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test("a listing that the database cannot store in time is requested again, and nothing is remembered", async () => {
  const sql = openDatabase(server.config.DATABASE_URL ?? "", { max: 2, statementTimeout: 500 });
  await using impatient = await startServer({ ROOST_DATA: server.data }, { sql });
  const hash = await storeFile(server, zip([text("locked.txt")]));
  const ask = () => impatient.json(`/api/v1/file/${hash}`);
  await whileLocked("exclusive", async () =>
    expect(await ask()).toEqual({ status: 503, body: { error: "The archive is not available right now." } }),
  );
  expect(await server.sql`select from archive_readings where hash = ${hash}`).toEqual([]);
  // On a busy machine any statement may take as long.
  await expect.poll(ask).toMatchObject({ status: 200, body: { file_list: ["locked.txt"] } });
  await sql.end();
});

test("a listing without space in the database is a 503 with the cause, and stored once there is space", async () => {
  const hash = await storeFile(server, zip([text("spacious.txt")]));
  await server.sql.unsafe(`
    create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger no_room before insert on archive_listings execute function no_room();`);
  const refused = await server.json(`/api/v1/file/${hash}`);
  await server.sql`drop trigger no_room on archive_listings`;
  const error = "The disk of the archive is full; nothing that was stored before is lost.";
  expect(refused).toEqual({ status: 503, body: { error } });
  expect(await known(hash)).toMatchObject({ status: 200, file_list: ["spacious.txt"] });
});

test("a limit of ours that was met is tried again after minutes, a broken archive after a day", async () => {
  const [slow, broken] = [
    await storeFile(server, zip([text("slow.txt")])),
    await storeFile(server, zip([text("broken.txt")])),
  ];
  const before = server.archiveFiles.readings;
  const faults: [string, string, string][] = [
    [slow, "too slow", "9 minutes"],
    [broken, "unreadable", "20 minutes"],
    [slow, "too slow", "11 minutes"],
  ];
  const started: number[] = [];
  for (const [hash, fault, age] of faults) {
    await server.sql`
      insert into archive_readings (hash, fault, at) values (${hash}, ${fault}, now() - ${age}::interval)
      on conflict (hash) do update set at = excluded.at`;
    await known(hash);
    started.push(server.archiveFiles.readings - before);
  }
  expect(started).toEqual([0, 0, 1]);
});

test("a file that cannot be listed is read once and remembered; one that is no archive starts nothing", async () => {
  const before = server.archiveFiles.readings;
  const noise = await storeFile(server, Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(5_000, 7)]));
  const plain = await storeFile(server, Buffer.from("words and nothing else"));
  const picture = await storeFile(server, zip([text("a")]), ".png");
  for (const hash of [noise, noise, plain, picture])
    expect(await known(hash)).toEqual({ status: 200, file_list: [], password: null });
  expect(server.archiveFiles.readings - before).toBe(1);
  expect(
    await server.sql`select fault from archive_readings where hash = any(${[noise, plain, picture]}) order by 1`,
  ).toEqual([{ fault: "not an archive" }, { fault: "not an archive" }, { fault: "unreadable" }]);
  expect(await attempt(noise, ["x"])).toEqual({
    status: 400,
    body: { error: "The archive cannot be read." },
  });
  expect(await attempt(plain, ["x"])).toEqual({ status: 400, body: { error: "Invalid password" } });
  await server.sql`update archive_readings set at = now() - interval '2 days' where hash = ${noise}`;
  await known(noise);
  expect(server.archiveFiles.readings - before).toBe(3);
});

test("bytes that are missing are asked for again", async () => {
  const hash = await storeFile(server, zip([text("late.txt")]));
  const place = join(server.data, "files", filePath(hash, ".bin"));
  await rm(place);
  expect(await known(hash)).toEqual({ status: 200, file_list: [], password: null });
  expect((await attempt(hash, ["x"])).status).toBe(404);
  expect(await stored(hash)).toBeUndefined();
});

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ["zip", () => zip([text("a.txt")], "right 🔑")],
  ["7z with hidden names", () => pack("7z", { "a.txt": "some text" }, "-pright 🔑", "-mhe=on")],
  ["rar", () => rar5("a.txt", Buffer.from("some text"), "right 🔑")],
])(
  "%s: wrong passwords are rejected and never saved, the correct one is saved and shown",
  async (kind, make) => {
    const hash = await storeFile(server, await make());
    const names = kind.includes("hidden") ? [] : ["a.txt"];
    expect(await known(hash)).toEqual({ status: 200, file_list: names, password: null });
    const invalid = { status: 400, body: { error: "Invalid password" } };
    for (const wrong of ["wrong", "x".repeat(1_024), "\ud800", "💥"])
      expect(await attempt(hash, [wrong])).toEqual(invalid);
    expect(await stored(hash)).toMatchObject({ password: null });
    const { status, body } = await attempt(hash, ["right 🔑"]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ file: { hash }, file_list: ["a.txt"], password: "right 🔑" });
    expect(await known(hash)).toEqual({ status: 200, file_list: ["a.txt"], password: "right 🔑" });
    expect(await attempt(hash, ["wrong"])).toEqual(invalid); // and takes nothing away
    expect(await stored(hash)).toEqual({ file_list: ["a.txt"], encrypted: true, password: "right 🔑" });
  },
);

test("the password of an archive with hidden names and empty files is found right or wrong", async () => {
  const hash = await storeFile(server, await pack("7z", { "a.txt": "", "b.txt": "" }, "-pright", "-mhe=on"));
  expect((await attempt(hash, ["wrong"])).status).toBe(400);
  expect(await attempt(hash, ["right"])).toMatchObject({
    status: 200,
    body: { file_list: ["a.txt", "b.txt"], password: "right" },
  });
});

test("v2 takes and gives an envelope", async () => {
  const hash = await storeFile(server, zip([text("v2.txt")], "right"));
  expect(await attempt(hash, { type: "x", data: { password: "wrong" } }, "v2")).toEqual({
    status: 400,
    body: { type: "error", error: { type: "bad_input", message: "Invalid password" } },
  });
  expect(await attempt(hash, { type: "x", data: { password: "right" } }, "v2")).toMatchObject({
    status: 200,
    body: { type: "file", data: { file_list: ["v2.txt"], password: "right" } },
  });
});

test("ten tries a minute for each file, then 429 with the time to wait", async () => {
  const hash = await storeFile(server, Buffer.from("no archive, but tries of it count"));
  const other = await storeFile(server, Buffer.from("another"));
  for (let i = 0; i < 10; i += 1) expect((await attempt(hash, [`${i}`])).status).toBe(400);
  const refused = await server.get(`/api/v1/file/${hash}`, { method: "PATCH", body: '["x"]' });
  expect([refused.status, await refused.text()]).toEqual([429, '{"error":"Too many tries. Wait a minute."}']);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await attempt(hash, { type: "x", data: { password: "y" } }, "v2")).status).toBe(429);
  expect((await attempt(other, ["x"])).status).toBe(400);
});

test("past a full queue archives are refused with 503 and not remembered as bad", async () => {
  const hashes: string[] = [];
  for (let i = 0; i < 26; i += 1) hashes.push(await storeFile(server, zip([text(`${randomUUID()}.txt`)])));
  const ask = async (hash: string) => {
    const answer = await server.get(`/api/v1/file/${hash}`);
    return { hash, status: answer.status, body: await answer.text() };
  };
  const answers = await Promise.all(hashes.map(ask));
  // Four are too many, or fewer if some were read before the last ones came.
  const turnedAway = answers.filter(({ body }) => body.includes("Too many archives are being read.")).length;
  expect(turnedAway).toBeGreaterThan(0);
  expect(turnedAway).toBeLessThanOrEqual(4);
  // Two in a row of many wait too long where the machine is slow: they are refused in the same way.
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, body } of refused)
    expect(`${status} ${body}`).toMatch(/^503 .*(Too many archives are being read|took too long to answer)/);
  expect(refused.length).toBeLessThan(26);
  expect(
    await server.sql`select from archive_readings where hash = any(${hashes}) and fault is not null`,
  ).toHaveLength(0);
  for (const { hash } of refused) await expect.poll(async () => (await ask(hash)).status).toBe(200);
});
