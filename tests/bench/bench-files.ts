/** Stored files over HTTP against nginx from Debian serving the same files from the same disk. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import autocannon from "autocannon";
import { DiskStorage } from "#backend/files/disk.ts";
import { freePort } from "#backend/supervisor/processes.ts";
import { filePath } from "#shared/rules/files.ts";
import { compare, cpuOf, type Line, median, rate, rounds } from "./measure.ts";
import type { Setting } from "./setting.ts";

const SECONDS = 1;
const LARGE = 256 * 1024 * 1024;
const GIB = 1024 ** 3;
const SMALL = 20 * 1024;
const SMALL_FILES = 200;
const CONCURRENCY = 16;
const STREAMS = 4;
const HOST = "127.0.0.1";

export async function benchFiles(
  setting: Pick<Setting, "folder">,
  data: string,
  api: { origin: string; pid: number | undefined },
): Promise<Line[]> {
  const large = await store(setting.folder, data, LARGE, ".mp4");
  const small: string[] = [];
  for (let at = 0; at < SMALL_FILES; at++) small.push(await store(setting.folder, data, SMALL, ".jpg"));
  const nginx = await startNginx(setting.folder, data);
  if (nginx === undefined) {
    console.log("      nginx is not installed: files are not measured (apt-get install nginx-light)");
    return [];
  }
  try {
    const requests = small.map((path) => ({ path: `/data${path}` }));
    const sides = {
      ours: { ...api, cpu: [] as number[] },
      nginx: { origin: nginx.origin, pid: nginx.process.pid, cpu: [] as number[] },
    };
    const bytes = await rounds({
      ours: () => withCpu(sides.ours, GIB, () => pull(api.origin, `/data${large}`)),
      nginx: () => withCpu(sides.nginx, GIB, () => pull(nginx.origin, `/data${large}`)),
    });
    const speed = (value: number) => `${Math.round(value / 1024 ** 2).toLocaleString("en")} MiB/s`;
    const large = compare(
      `256 MiB file against nginx${cpuNote(sides, "GiB")}`,
      bytes.ours!,
      bytes.nginx!,
      speed,
    );
    const asked = await rounds({
      ours: () => withCpu(sides.ours, 1_000, () => ask(api.origin, requests)),
      nginx: () => withCpu(sides.nginx, 1_000, () => ask(nginx.origin, requests)),
    });
    const note = cpuNote(sides, "1,000 requests");
    return [large, compare(`20 KiB files against nginx${note}`, asked.ours!, asked.nginx!, rate)];
  } finally {
    nginx.process.kill("SIGTERM");
    await once(nginx.process, "exit");
  }
}

interface Side {
  pid: number | undefined;
  /** CPU milliseconds for each unit of work. */
  cpu: number[];
}

/** The rate that `work` gives, noting the CPU that the server took for each `unit` of what was done. */
async function withCpu(side: Side, unit: number, work: () => Promise<number>): Promise<number> {
  const before = await cpuOf(side.pid);
  const begun = performance.now();
  const perSecond = await work();
  const done = (perSecond * (performance.now() - begun)) / 1000;
  const after = await cpuOf(side.pid);
  if (before !== undefined && after !== undefined) side.cpu.push(((after - before) / done) * unit);
  return perSecond;
}

function cpuNote(sides: { ours: Side; nginx: Side }, unit: string): string {
  const [ours, theirs] = [sides.ours.cpu.splice(0), sides.nginx.cpu.splice(0)];
  if (ours.length === 0 || theirs.length === 0) return "";
  return ` (CPU ${median(ours).toFixed(0)} : ${median(theirs).toFixed(0)} ms per ${unit})`;
}

async function store(folder: string, data: string, size: number, ext: string): Promise<string> {
  const bytes = randomBytes(size);
  const place = join(folder, "source");
  await writeFile(place, bytes);
  const hash = createHash("sha256").update(bytes).digest("hex");
  await new DiskStorage(data).put(place, { hash, ext, size });
  return filePath(hash, ext);
}

async function ask(origin: string, requests: { path: string }[]): Promise<number> {
  const result = await autocannon({ url: origin, connections: CONCURRENCY, duration: SECONDS, requests });
  if (result.errors + result.non2xx > 0) throw new Error(`${result.errors + result.non2xx} files failed`);
  return result["2xx"] / result.duration;
}

/** Bytes per second over a few connections that fetch a file again and again; a client that does nothing but count. */
async function pull(origin: string, path: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  const begun = performance.now();
  const counts = await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      let count = 0;
      let asked = 0;
      const socket = connect({
        host: hostname,
        port: Number(port),
        onread: {
          buffer: Buffer.allocUnsafe(1024 * 1024),
          callback: (length) => {
            count += length;
            if (count >= asked * LARGE) request(); // headers make it a little early, which is the same for both
            return true;
          },
        },
      });
      const request = () => {
        asked += 1;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      };
      request();
      await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
      socket.destroy();
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1000);
}

/** Starts nginx as Debian ships it, in one process like ours; undefined if it is not installed. */
async function startNginx(
  folder: string,
  data: string,
): Promise<{ process: ChildProcess; origin: string } | undefined> {
  const program = ["nginx", "/usr/sbin/nginx"].find((name) => spawnSync(name, ["-v"]).status === 0);
  if (program === undefined) return undefined;
  const run = join(folder, "nginx");
  await mkdir(run, { recursive: true });
  const port = await freePort(HOST);
  const root = process.getuid?.() === 0 ? "user root;" : ""; // else its worker could not read our folder
  await writeFile(
    join(run, "nginx.conf"),
    `daemon off; master_process off; ${root} pid ${run}/pid; error_log ${run}/error.log;
    events { worker_connections 256; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
      types { video/mp4 mp4; image/jpeg jpg; }
      ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${run}/${name};`).join(" ")}
      server { listen ${HOST}:${port}; location /data/ { alias ${join(data, "files")}/; } }
    }`,
  );
  const child = spawn(program, ["-c", join(run, "nginx.conf"), "-p", run, "-e", join(run, "error.log")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://${HOST}:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    if (
      await fetch(origin).then(
        () => true,
        () => false,
      )
    )
      return { process: child, origin };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill("SIGKILL");
  throw new Error("nginx did not come up");
}
