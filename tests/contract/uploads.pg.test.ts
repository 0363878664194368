/** Uploads: who may send what, the protocol, and the way of one file. */
import { readFile, utimes } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stagedPath } from "#backend/files/staged.ts";
import { sweepUploads } from "#backend/imports/uploads/upload-jobs.ts";
import type { SharePage } from "#shared/entities/share.ts";
import type { Upload } from "#shared/entities/upload.ts";
import { BEHIND_PROXY, member, refusal, Visitor } from "#tests/support/accounts.ts";
import { buildCreator } from "#tests/support/factories.ts";
import { startServer } from "#tests/support/server.ts";
import {
  create,
  decide,
  offsetOf,
  patch,
  pngOf,
  runUploads,
  sha256,
  startUploads,
  stateOf,
  UPLOAD_TASKS,
  UPLOADS,
  type UploadStage,
  upload,
  uploadBy,
  waitingFor,
} from "#tests/support/uploads.ts";

let server: UploadStage["server"];
let ann: UploadStage["ann"];
let bob: UploadStage["bob"];
let mod: UploadStage["mod"];

beforeAll(async () => {
  ({ server, ann, bob, mod } = await startUploads());
});
afterAll(() => server[Symbol.asyncDispose]());

const share = (id: string) => new Visitor(server).json<SharePage>(`/v1/share/${id}`);

test("a file is received in pieces, waits for a moderator, and is published with its own bytes", async () => {
  const bytes = pngOf(3_000_000);
  const made = await create(ann, bytes.length, {
    ...{ filename: "folder/絵 1.png", title: "Sketches", sha256: sha256(bytes) },
  });
  expect([made.status, made.headers.get("location")]).toEqual([201, `/api${UPLOADS}/${made.id}`]);
  expect(await offsetOf(ann, made.id)).toBe(0);
  const first = await patch(ann, made.id, bytes.subarray(0, 1_000_000), 0);
  expect([first.status, first.headers.get("upload-offset")]).toEqual([204, "1000000"]);
  expect(await uploadBy(ann, made.id)).toMatchObject({
    received: 1_000_000,
    state: "receiving",
    name: "絵 1.png",
  });
  expect((await patch(ann, made.id, bytes.subarray(1_000_000), 1_000_000)).status).toBe(204);
  expect(await stateOf(ann, made.id)).toBe("received");
  await runUploads(server);
  const [one] = await waitingFor(mod);
  expect(one).toMatchObject({
    ...{ id: made.id, title: "Sketches", name: "絵 1.png", mime: "image/png", scan: "not_scanned" },
    ...{ hash: sha256(bytes), by: "ann", version: 1, creator: "Ann" },
  });
  expect(await mod.json("/v1/account/tasks")).toMatchObject({ moderation: { uploads: 1 } });
  const seen = await mod.get(`/v1/account/moderator/uploads/${made.id}/file`);
  expect([seen.status, seen.headers.get("content-type")]).toEqual([200, "image/png"]);
  const { share: id } = await uploadBy(ann, made.id);
  expect((await new Visitor(server).get(`/v1/share/${id}`)).status).toBe(404);
  expect((await decide(mod, made.id, "approve")).text).toBe("true");
  await runUploads(server);
  expect(await stateOf(ann, made.id)).toBe("published");
  const { name, share_files } = await share(id);
  expect([name, share_files[0]]).toMatchObject([
    "Sketches",
    { filename: "絵 1.png", hash: sha256(bytes), ext: ".png" },
  ]);
  const sent = await server.get(`/data/${new URL(share_files[0]?.upload_url ?? "").pathname.slice(6)}`);
  expect(sha256(new Uint8Array(await sent.arrayBuffer()))).toBe(sha256(bytes));
  await expect(readFile(stagedPath(server.data, made.id))).rejects.toThrow("ENOENT");
  const [row] = await server.sql`select type, extra_info from notifications where account = ${ann.id}`;
  expect(row).toEqual({ type: 8, extra_info: { name: "絵 1.png" } });
});

describe("who may", () => {
  let id: string;
  beforeAll(async () => {
    id = await upload(ann, pngOf(1_000, "w"), { filename: "who.png" });
    await runUploads(server);
  });

  test("nobody sends without an account, unless the operator says so", async () => {
    const nobody = new Visitor(server);
    const { status, text } = await create(nobody, 10);
    expect([status, text]).toEqual([401, refusal("Log in to upload files.")]);
    await using open = await startServer({ ...BEHIND_PROXY, UPLOADS_ANONYMOUS: "1" });
    await buildCreator(open.sql);
    const visitor = new Visitor(open);
    const id = await upload(visitor, pngOf(100));
    expect((await uploadBy(visitor, id)).state).toBe("received");
    // With a secret id, whose address may change on the way.
    expect((await new Visitor(open).send("DELETE", `${UPLOADS}/${id}`)).status).toBe(204);
  });

  test("where uploads are off nothing is taken", async () => {
    await using off = await startServer({ ...BEHIND_PROXY, UPLOADS: "off" });
    const { status, text } = await create(await member(off, "ann"), 10);
    expect([status, text]).toEqual([403, refusal("This archive takes no uploads.")]);
    expect(await new Visitor(off).json(UPLOADS)).toMatchObject({ mode: "off" });
  });

  test("sees, changes and deletes an upload: its sender alone", async () => {
    for (const other of [bob, mod, new Visitor(server)]) {
      expect((await other.get(`${UPLOADS}/${id}`)).status).toBe(404);
      expect((await other.send("DELETE", `${UPLOADS}/${id}`)).status).toBe(404);
    }
    for (const other of [bob, mod]) {
      expect(await offsetOf(other, id)).toBe("status 404");
      expect((await patch(other, id, pngOf(1), 0)).status).toBe(404);
      expect((await other.json<Upload[]>("/v1/account/posts/upload")).map((one) => one.id)).not.toContain(id);
    }
    expect(await offsetOf(new Visitor(server), id)).toBe("status 401");
    expect((await ann.json<Upload[]>("/v1/account/posts/upload")).map((one) => one.id)).toContain(id);
  });

  test("looks at a waiting file and decides: moderators alone", async () => {
    for (const other of [ann, bob])
      for (const answer of [
        await other.get(UPLOAD_TASKS),
        await other.get(`/v1/account/moderator/uploads/${id}/file`),
        await other.get(`/v1/account/moderator/uploads/${id}/preview`),
        await decide(other, id, "approve"),
        await decide(other, id, "refuse", { version: 1, reason: "No" }),
      ])
        expect([answer.status, answer.text]).toEqual([404, refusal("Insufficient privileges")]);
    expect(await stateOf(ann, id)).toBe("waiting");
  });
});

describe("the protocol", () => {
  test("a GET has no bytes, no answer is for other origins, and there are no other methods", async () => {
    const id = await upload(ann, pngOf(400, "g"));
    const { headers, text } = await ann.get(`${UPLOADS}/${id}`);
    expect([headers.get("content-type"), (JSON.parse(text) as Upload).id]).toEqual([
      "application/json; charset=utf-8",
      id,
    ]);
    const made = await create(ann, 5);
    expect([...made.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    for (const method of ["OPTIONS", "PUT"])
      expect((await server.get(`/api${UPLOADS}/${id}`, { method })).status).toBe(405);
  });

  test("a page of another site sends nothing", async () => {
    const { status } = await ann.send("POST", UPLOADS, undefined, { "sec-fetch-site": "cross-site" });
    expect(status).toBe(403);
  });

  test("bytes at another offset are refused, and a request without the protocol is", async () => {
    const { id } = await create(ann, 100);
    const late = await patch(ann, id, pngOf(50), 10);
    expect([late.status, late.text]).toEqual([409, refusal("Upload-Offset conflict")]);
    expect((await ann.send("HEAD", `${UPLOADS}/${id}`)).status).toBe(412);
    expect((await patch(ann, id, pngOf(101), 0)).status).toBe(413);
    expect(await offsetOf(ann, id)).toBe(0);
  });

  test("after a session has ended the upload goes on with the next login", async () => {
    const bytes = pngOf(4_000, "s");
    const { id } = await create(bob, bytes.length);
    await patch(bob, id, bytes.subarray(0, 3_000), 0);
    await bob.logOut();
    expect(await offsetOf(bob, id)).toBe("status 401");
    await bob.logIn("bob", "correct horse");
    expect(await offsetOf(bob, id)).toBe(3_000);
    expect((await patch(bob, id, bytes.subarray(3_000), 3_000)).status).toBe(204);
    expect(await stateOf(bob, id)).toBe("received");
  });

  test("a lost last answer: the upload is whole, its verdict comes from its state", async () => {
    const bytes = pngOf(500, "l");
    const { id } = await create(ann, bytes.length);
    await patch(ann, id, bytes, 0);
    expect(await offsetOf(ann, id)).toBe(bytes.length);
    expect((await patch(ann, id, bytes, 0)).status).toBe(409);
    await runUploads(server);
    await runUploads(server);
    expect(await stateOf(ann, id)).toBe("waiting");
  });
});

test("uploads are among the data of their account, and go with it", async () => {
  const eve = await member(server, "eve");
  const bytes = pngOf(500, "eve");
  const id = await upload(eve, bytes, { filename: "eve.png", title: "Of Eve" });
  await runUploads(server);
  const { uploads } = await eve.json<{ uploads: object[] }>("/v1/account/data");
  expect(uploads).toMatchObject([
    { ...{ id, name: "eve.png", title: "Of Eve", state: "waiting" }, hash: sha256(bytes), mime: "image/png" },
  ]);
  expect((await ann.json<{ uploads: { id: string }[] }>("/v1/account/data")).uploads).not.toContainEqual(
    expect.objectContaining({ id }),
  );
  expect((await eve.post("/v1/account/delete")).status).toBe(200);
  expect((await waitingFor(mod)).map((one) => one.id)).not.toContain(id);
  const then = new Date(Date.now() - 86_400_000);
  await utimes(stagedPath(server.data, id), then, then);
  await sweepUploads({
    ...{ sql: server.sql, storage: server.storage, settings: server.config },
    ...{ log: undefined as never, signal: new AbortController().signal },
  });
  await expect(readFile(stagedPath(server.data, id))).rejects.toThrow("ENOENT");
});
