/** A disk that is soon full: a mount in a namespace of its own, which needs Linux with namespaces of users. */
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";

export const canMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", tmpdir()]).status === 0;

/** @returns a command that runs another with a disk of 1 MiB on a folder; both are the same process */
export function withSmallDisk(folder: string, command: readonly string[]): string[] {
  return [
    ...["unshare", "-rm", "sh", "-c"],
    `mount -t tmpfs -o size=1m none "$0" && exec "$@"`,
    folder,
    ...command,
  ];
}
