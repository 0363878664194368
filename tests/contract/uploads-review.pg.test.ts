/** Uploads: what moderators decide, and what the archive then has. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stagedPath } from "#backend/files/staged.ts";
import { member, refusal, Visitor } from "#tests/support/accounts.ts";
import {
  create,
  decide,
  offsetOf,
  pngOf,
  runUploads,
  sha256,
  startUploads,
  stateOf,
  UPLOADS,
  type UploadStage,
  upload,
  uploadBy,
} from "#tests/support/uploads.ts";

let server: UploadStage["server"];
let ann: UploadStage["ann"];
let bob: UploadStage["bob"];
let mod: UploadStage["mod"];

beforeAll(async () => {
  ({ server, ann, bob, mod } = await startUploads());
});
afterAll(() => server[Symbol.asyncDispose]());

describe("decisions", () => {
  test("of two moderators at once one decides; the other gets an error", async () => {
    const id = await upload(ann, pngOf(500, "t"));
    await runUploads(server);
    const other = await member(server, "mod2", "moderator");
    const answers = await Promise.all([
      decide(mod, id, "approve"),
      decide(other, id, "refuse", { version: 1, reason: "Blurred" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toBe(
      refusal("Another moderator has already decided about this file."),
    );
    expect((await server.sql`select from audit_log where subject = ${`upload ${id}`}`).count).toBe(1);
  });

  test("a decision on another version than is there does nothing", async () => {
    const id = await upload(ann, pngOf(500, "v"));
    await runUploads(server);
    expect((await decide(mod, id, "approve", { version: 2 })).status).toBe(409);
    expect(await stateOf(ann, id)).toBe("waiting");
    expect((await decide(mod, "0".repeat(22), "approve")).status).toBe(404);
    expect((await decide(mod, id, "refuse")).text).toBe(refusal("A reason is required."));
  });

  test("a refused file is deleted, and its sender sees why", async () => {
    const id = await upload(bob, pngOf(500, "r"), { filename: "r.png" });
    await runUploads(server);
    expect((await decide(mod, id, "refuse", { version: 1, reason: " Not by this creator. " })).status).toBe(
      200,
    );
    expect(await uploadBy(bob, id)).toMatchObject({ state: "refused", reason: "Not by this creator." });
    await expect(readFile(stagedPath(server.data, id))).rejects.toThrow("ENOENT");
    const [row] = await server.sql`select type, extra_info from notifications where account = ${bob.id}`;
    expect(row).toEqual({ type: 9, extra_info: { name: "r.png", reason: "Not by this creator." } });
    const [entry] =
      await server.sql`select actor, kind, reason from audit_log where subject = ${`upload ${id}`}`;
    expect(entry).toEqual({ actor: mod.id, kind: "upload_refused", reason: "Not by this creator." });
  });

  test("a file that waits can be withdrawn, one that is published cannot", async () => {
    const id = await upload(ann, pngOf(500, "d"));
    await runUploads(server);
    expect((await ann.send("DELETE", `${UPLOADS}/${id}`)).status).toBe(204);
    await expect(readFile(stagedPath(server.data, id))).rejects.toThrow("ENOENT");
    const other = await upload(ann, pngOf(500, "e"));
    await runUploads(server, { UPLOADS: "open" });
    const { status, text } = await ann.send("DELETE", `${UPLOADS}/${other}`);
    expect([status, text]).toEqual([409, refusal("This file is published already.")]);
  });
});

describe("files that the archive has", () => {
  const known = async (hash: string) => {
    const { text } = await new Visitor(server).post("/v2/search_hash", {
      type: "hashes",
      data: { hashes: [hash] },
    });
    return (JSON.parse(text) as { data: unknown[] }).data.length;
  };

  test("is said of published files only, and a hash without its bytes attaches nothing", async () => {
    const bytes = pngOf(1_200, "k");
    const hash = sha256(bytes);
    const id = await upload(ann, bytes);
    await runUploads(server);
    expect(await known(hash)).toBe(0);
    await decide(mod, id, "approve");
    await runUploads(server);
    await expect.poll(() => known(hash)).toBe(1); // cached until the change is notified
    const bare = await create(bob, bytes.length, { sha256: hash });
    expect(await offsetOf(bob, bare.id)).toBe(0);
    await runUploads(server);
    expect(await stateOf(bob, bare.id)).toBe("receiving");
    expect((await server.sql`select from share_files where hash = ${hash}`).count).toBe(1);
  });
});
