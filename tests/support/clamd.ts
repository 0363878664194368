/** Debian's clamd with one signature, that of the EICAR test file: no download is needed. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, vi } from "vitest";
import { freePort } from "#backend/supervisor/processes.ts";

export const EICAR = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";
const HOST = "127.0.0.1";

/** Undefined where it is not installed. */
export const CLAMD_PROGRAM = ["clamd", "/usr/sbin/clamd"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

export interface Clamd extends AsyncDisposable {
  port: number;
  /** By SIGKILL. */
  kill(): Promise<void>;
}

/** Its limits are of so many MiB; it reports what is over them. */
export async function startClamd(limit: number): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), "roost-clamd-"));
  const port = await freePort(HOST);
  const signature = Buffer.from(EICAR).toString("hex");
  await writeFile(join(folder, "test.ndb"), `Eicar-Test-Signature:0:*:${signature}\n`);
  const settings = [
    "Foreground yes",
    `TCPSocket ${port}`,
    `TCPAddr ${HOST}`,
    `DatabaseDirectory ${folder}`,
    `TemporaryDirectory ${folder}`,
    `StreamMaxLength ${limit + 1}M`,
    `MaxFileSize ${limit}M`,
    `MaxScanSize ${limit}M`,
    "AlertExceedsMax yes",
    "ExitOnOOM yes",
  ];
  await writeFile(join(folder, "clamd.conf"), `${settings.join("\n")}\n`);
  const child = spawn(CLAMD_PROGRAM ?? "", ["--config-file", join(folder, "clamd.conf")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await vi.waitFor(async () => assert(await isOpen(port)), { timeout: 150_000, interval: 200 });
  return {
    port,
    kill: () => stop(child),
    async [Symbol.asyncDispose]() {
      await stop(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function isOpen(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, HOST, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
