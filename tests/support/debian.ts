/** Debian systems without a kernel of their own, to install Roost in and run it by chroot. Only as root, in slow runs. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, vi } from "vitest";
import { PROJECT } from "#backend/supervisor/build.ts";
import { runs } from "./packages.ts";
import { isSlowRun } from "./scale.ts";

const run = promisify(execFile);
const INSIDE = join(PROJECT, "tests/support/inside.sh");

export const canMakeDebian = isSlowRun && process.getuid?.() === 0 && (await runs("/usr/bin/mmdebstrap"));

/**
 * Makes a minimal system from the distribution's packages.
 * @param target a folder, or a file that ends with .tar
 */
export async function makeDebian(target: string, packages: readonly string[]): Promise<void> {
  await run("mmdebstrap", ["--variant=minbase", `--include=${packages.join()}`, "trixie", target]);
}

export interface System {
  root: string;
  /** Folder that is mounted at /var/lib/roost; may be that folder of the system itself. */
  volume: string;
}

/** Starts a command in a system that is read-only but for /var/lib/roost and /tmp, as in a container and in our unit. */
export function startInside(
  { root, volume }: System,
  user: string,
  env: Record<string, string>,
  command: readonly string[],
): ChildProcess {
  const args = ["--mount", INSIDE, root, volume, user, ...command];
  const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  return spawn("unshare", args, { env: { PATH: path, ...env }, stdio: ["ignore", "inherit", "inherit"] });
}

/** Waits for the first page. @returns the seconds it took */
export async function untilFirstPage(address: string): Promise<number> {
  const started = performance.now();
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isReady, { timeout: 120_000, interval: 50 });
  expect((await fetch(`${address}/posts`)).status).toBe(200);
  return (performance.now() - started) / 1000;
}
