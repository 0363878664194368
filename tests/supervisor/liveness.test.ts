/** A supervised program that runs but does not answer. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "#backend/supervisor/processes.ts";
import { supervise } from "#backend/supervisor/respawn.ts";

/** Answers until it is asked to hang. */
const PROGRAM = `require("http").createServer((request, response) => {
  if (request.url === "/hang") for (;;);
  response.end("ok");
}).listen(Number(process.argv[1]), "127.0.0.1")`;

test("is restarted, and the reason is logged", async () => {
  const folder = await mkdtemp(join(tmpdir(), "roost-liveness-"));
  const port = await freePort("127.0.0.1");
  const url = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const ready = async () => {
    await expect
      .poll(() =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  };
  const managed = await supervise({
    name: "The program",
    command: async () => [process.execPath, "-e", PROGRAM, String(port)],
    logFile: join(folder, "log"),
    ready,
    liveness: { url, timeoutMs: 6_000 },
    stopWith: [
      ["SIGTERM", 200],
      ["SIGKILL", 5_000],
    ],
    log: (line) => lines.push(line),
  });
  try {
    const first = managed.pid();
    await expect.poll(() => fetch(`${url}/`).then((response) => response.text())).toBe("ok");
    void fetch(`${url}/hang`).catch(() => {});
    await expect.poll(managed.pid).not.toBe(first);
    await ready();
    expect(lines).toEqual([
      "The program has not answered for 6 s; restarting it",
      "The program ended unexpectedly; starting it again",
    ]);
  } finally {
    await managed.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
