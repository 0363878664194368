/** `roost account` for people with a shell on the server. */
import { spawn } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BEHIND_PROXY, Visitor } from "#tests/support/accounts.ts";
import { ROOST } from "#tests/support/roost.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer(BEHIND_PROXY);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Output, or the error after its exit code. */
function run(args: string[], input = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [ROOST, "account", ...args], {
      env: { ...process.env, DATABASE_URL: server.config.DATABASE_URL, ROOST_DATA: server.data },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let output = "";
    let errors = "";
    child.stdout.on("data", (part: Buffer) => {
      output += part.toString();
    });
    child.stderr.on("data", (part: Buffer) => {
      errors += part.toString();
    });
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? output.trim() : `${code}: ${errors.trim()}`));
    child.stdin.end(input);
  });
}

test("an administrator is made, listed, lowered only where another stays, and gets a new password", async () => {
  expect(await run(["create", "Boss", "--role", "administrator"], "first password\n")).toBe(
    "Created Boss, administrator.",
  );
  const boss = new Visitor(server);
  expect((await boss.logIn("boss", "first password")).text).toContain('"role":"administrator"');
  expect(await run(["role", "boss", "consumer"])).toBe("2: The last administrator has to stay one.");
  expect(await run(["create", "Helper"], "another one")).toBe("Created Helper, consumer.");
  expect(await run(["role", "helper", "administrator"])).toBe("helper is administrator now.");
  expect(await run(["list"])).toMatch(
    /^1 {2}Boss {13}administrator {2}\d{4}-\d\d-\d\d\n2 {2}Helper {11}administrator {2}\d{4}-\d\d-\d\d$/,
  );
  expect(await run(["reset-password", "BOSS"], "second password\n")).toBe(
    "BOSS has a new password and is logged in nowhere.",
  );
  expect((await boss.get("/v1/account")).status).toBe(401);
  expect((await boss.logIn("Boss", "second password")).status).toBe(200);
  const { entries } = await boss.json<{ entries: { actor: null; kind: string; after: string | null }[] }>(
    "/v1/account/administrator/audit",
  );
  expect(entries.map(({ actor, kind, after }) => [actor, kind, after])).toEqual([
    [null, "password_reset", null],
    [null, "role", "administrator"],
    [null, "role", "consumer"],
    [null, "role", "administrator"],
  ]);
});

test.each([
  [[], "", /^2: Usage: roost account/],
  [["create"], "", /^2: error: missing required argument 'name'\n\nUsage: roost account create/],
  [["create", "ab"], "password", /^2: Username must be at least 3/],
  [["create", "abc"], "1234\n", /^2: Password must have at least 5 characters\.$/],
  [["create", "abc"], "", /^2: No password was given\.$/],
  [
    ["create", "abc", "--role", "king"],
    "password",
    /^2: error: .*'king' is invalid.* Allowed choices are consumer, moderator, administrator/,
  ],
  [["role", "nobody", "consumer"], "", /^2: There is no account nobody\.$/],
])("%j is refused", async (args, input, message) => {
  expect(await run(args, input)).toMatch(message);
});
