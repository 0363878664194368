import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";

const MAIN = fileURLToPath(new URL("../../backend/main.ts", import.meta.url));
const children: ChildProcess[] = [];
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => database[Symbol.asyncDispose]());

function start(settings: Record<string, string>): ChildProcess {
  const env = { ...process.env, PORT: "0", DATABASE_URL: database.url, ...settings };
  const child = spawn(process.execPath, ["--import", "tsx", MAIN], {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  return child;
}

/** Address of a server that said it is ready. */
async function ready(child: ChildProcess): Promise<string> {
  let log = "";
  child.stdout?.on("data", (part) => {
    log += part;
  });
  const [message] = await once(child, "message");
  expect(message).toBe("ready");
  while (!log.includes('"listening"')) await new Promise((resolve) => setTimeout(resolve, 10));
  const line = log.split("\n").find((one) => one.includes('"listening"')) ?? "{}";
  return `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`;
}

test.each([
  ["SIGTERM", (child: ChildProcess) => child.kill("SIGTERM")],
  ["the end of its supervisor", (child: ChildProcess) => child.disconnect()],
])("the API says when it is ready and ends cleanly on %s", async (_, stop) => {
  const child = start({});
  const url = await ready(child);
  expect((await fetch(`${url}/readyz`)).status).toBe(200); // leaves a connection open, which must not hold the end up
  stop(child);
  const [code] = await once(child, "exit"); // within the test's own limit; the connection would stay for a minute
  expect(code).toBe(0);
});

test("an invalid setting stops the start with a message", async () => {
  const child = start({ PORT: "eighty" });
  let complaint = "";
  child.stderr?.on("data", (part) => {
    complaint += part;
  });
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  expect(complaint).toMatch(/^PORT: /m);
  expect(complaint).not.toContain("    at ");
});
