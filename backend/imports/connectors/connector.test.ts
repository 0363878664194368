import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Found } from "#backend/imports/formats/lib/format.ts";
import { type RunOptions, type RunResult, runConnector } from "./connector.ts";
import type { Job } from "./protocol.ts";

const KEY = "canary_0123456789abcdef+/=";
const JOB: Job = { service: "afdian", key: KEY, dms: false };
const POST = { service: "afdian", id: "1", user: "ann", title: "One" };

let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "roost-connector-test-"));
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

interface Ran {
  result: RunResult;
  records: Found[];
  logs: string[];
  states: unknown[];
}

/** Runs a script as a connector; `say` writes a message, `job` is its input. */
async function run(script: string, options: Partial<RunOptions> = {}): Promise<Ran> {
  const program = join(scratch, "connector.mjs");
  const prelude = `import fs from "node:fs"; import { spawn } from "node:child_process";
    const job = JSON.parse(fs.readFileSync(0, "utf8"));
    const say = (message) => fs.writeSync(1, JSON.stringify(message) + "\\n");
    const done = () => say({ type: "result", result: "done" });\n`;
  await writeFile(program, prelude + script);
  const [records, logs, states]: [Found[], string[], unknown[]] = [[], [], []];
  const result = await runConnector({
    manifest: { name: "test", services: ["afdian"], command: [process.execPath, program], hosts: [] },
    job: JOB,
    folder: join(scratch, "run"),
    signal: new AbortController().signal,
    onRecord: (record) => void records.push(record),
    onLog: (line) => void logs.push(line),
    onMissing: (file) => void logs.push(`missing ${file}`),
    onState: (state) => void states.push(state),
    ...options,
  });
  expect(existsSync(join(scratch, "run"))).toBe(false);
  return { result, records, logs, states };
}

const isAlive = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return status !== "" && !/^State:\s+Z/m.test(status);
};

test("records with files, logs and states arrive in order, from a closed folder and an empty environment", async () => {
  let bytes = "";
  const order: string[] = [];
  const { result, records, logs, states } = await run(
    `fs.mkdirSync("media"); fs.writeFileSync("media/a.png", "bytes");
    say({ type: "log", message: [process.cwd(), fs.statSync(".").mode & 0o777, Object.keys(process.env).sort(), job].map((v) => JSON.stringify(v)).join(" ") });
    say({ type: "record", entity: "posts", fields: { ...${JSON.stringify(POST)}, attachments: [{ path: "media/a.png", name: "Ä.png", size: 5 }] } });
    say({ type: "state", state: { cursor: job.state.cursor + 1 } });
    done();`,
    {
      job: { ...JOB, state: { cursor: 6 }, inputs: { channel_ids: "1,2" } },
      onRecord: async ({ fields }, downloads) => {
        const [file] = (
          fields as { attachments: { entry: { path: string; name: string; isFolder: boolean } }[] }
        ).attachments;
        for await (const part of downloads.folder.bytes(
          file?.entry ?? { path: "", name: "", isFolder: false },
        ))
          bytes += Buffer.from(part);
        order.push("record");
      },
      onState: (state) => void order.push(JSON.stringify(state)),
    },
  );
  expect([result, records, states]).toEqual([{ kind: "done" }, [], []]);
  expect([bytes, order]).toEqual(["bytes", ["record", '{"cursor":7}']]);
  const names = ["HTTPS_PROXY", "HTTP_PROXY", "PATH", "PWD", "http_proxy", "https_proxy"];
  const expected = {
    service: "afdian",
    key: "[redacted]",
    dms: false,
    state: { cursor: 6 },
    inputs: { channel_ids: "1,2" },
  };
  const [folder, mode, env, job] = (logs[0] ?? "").split(" ").map((part) => JSON.parse(part));
  expect([folder, mode, env.filter((name: string) => name !== "OLDPWD" && name !== "_")]).toEqual([
    join(scratch, "run"),
    0o700,
    names,
  ]);
  expect(job).toEqual(expected);
});

test("a line that is no message is a fault with its number; the others count", async () => {
  const { result, records, logs } = await run(`
    fs.writeSync(1, "{broken\\n\\n[]\\n");
    say({ type: "unknown" });
    say({ type: "record", entity: "files", fields: {} });
    say({ type: "record", entity: "posts", fields: { ...${JSON.stringify(POST)}, service: "patreon" } });
    say({ type: "record", entity: "dms", fields: { service: "afdian" } });
    for (const path of ["../a", "/etc/passwd", "a/../../b", "", "a//b"])
      say({ type: "record", entity: "posts", fields: { ...${JSON.stringify(POST)}, file: { path, name: "a" } } });
    say({ type: "record", entity: "posts", fields: ${JSON.stringify(POST)} });
    done(); done();
    fs.writeSync(1, "the end");`);
  expect(result).toEqual({ kind: "done" });
  expect(records).toEqual([{ entity: "posts", fields: POST, from: "line 13" }]);
  const numbers = logs.map((line) => Number(/^Line (\d+) of the connector /.exec(line)?.[1]));
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16]);
});

test("a link in the folder leads to no file outside of it", async () => {
  await writeFile(join(scratch, "secret"), "secret");
  const read: string[] = [];
  await run(
    `fs.symlinkSync(${JSON.stringify(join(scratch, "secret"))}, "a"); fs.symlinkSync(${JSON.stringify(scratch)}, "b");
    for (const path of ["a", "b/secret"])
      say({ type: "record", entity: "posts", fields: { ...${JSON.stringify(POST)}, file: { path, name: "a" } } });
    done();`,
    {
      onRecord: async ({ fields }, { folder }) => {
        const { file } = fields as { file: { entry: Parameters<typeof folder.text>[0] } };
        read.push(await folder.text(file.entry).catch((error: Error) => error.name));
      },
    },
  );
  expect(read).toEqual(["ReadError", "ReadError"]);
});

test("the key leaves in no form: not in logs, faults, reasons, records or states", async () => {
  const { result, records, logs, states } = await run(`
    const forms = [job.key, encodeURIComponent(job.key), Buffer.from(job.key).toString("base64"),
      Buffer.from("user:" + job.key).toString("base64"), Buffer.from(job.key).toString("hex").toUpperCase()];
    for (const form of forms) {
      say({ type: "log", message: "x".repeat(1990) + form });
      fs.writeSync(2, "GET /?key=" + form + "\\n");
      fs.writeSync(1, form + "\\n");
      say({ type: form });
      say({ type: "state", state: [form] });
      say({ type: "record", entity: "posts", fields: { ...${JSON.stringify(POST)}, content: form } });
    }
    say({ type: "missing", file: "x".repeat(1990) + job.key });
    say({ type: "result", result: "failed", reason: "401 for " + job.key });`);
  expect([result, records, states]).toEqual([{ kind: "failed", reason: "401 for [redacted]" }, [], []]);
  expect(logs).toHaveLength(31);
  const all = JSON.stringify(logs);
  for (const part of [
    KEY.slice(0, 12),
    encodeURIComponent(KEY),
    Buffer.from(KEY).toString("base64").slice(4, 16),
  ])
    expect(all).not.toContain(part);
  expect(all).not.toContain(Buffer.from(KEY).toString("hex").toUpperCase());
});

test("log lines cannot forge others, and there is an end to them", async () => {
  const { logs } = await run(
    `say({ type: "log", message: "one\\nLine 2\\u001b[2J" }); for (let i = 0; i < 9; i++) say({ type: "log", message: "more" }); done();`,
    { limits: { logLines: 3 } },
  );
  expect(logs).toEqual(["one Line 2 [2J", "more", "more", "Further log lines are left out."]);
});

const FOREVER = "setInterval(() => {}, 1000);";
const LIMITS: [string, string, RunOptions["limits"]][] = [
  ["it took longer than the limit allows", FOREVER, { milliseconds: 15_000 }],
  [
    "it writes more output than the limit allows",
    `for (;;) say({ type: "log", message: "x" });`,
    { outputBytes: 100_000 },
  ],
  [
    "it writes a line that is longer than the limit allows",
    `for (;;) fs.writeSync(1, "x".repeat(1000));`,
    { lineBytes: 100_000 },
  ],
  ["it writes too many lines that are no messages", `for (;;) fs.writeSync(1, "x\\n");`, { faults: 5 }],
  [
    "it needs more disk space than the limit allows",
    `fs.mkdirSync("a"); for (let i = 0; i < 30; i++) fs.writeFileSync("a/" + i, Buffer.alloc(100_000)); ${FOREVER}`,
    { diskBytes: 2_000_000 },
  ],
];

test.each(LIMITS)("%s: the connector and all it started are ended", async (reason, script, limits) => {
  const pids = join(scratch, "pids");
  const started = `const child = spawn("sleep", ["1000"]); fs.writeFileSync(${JSON.stringify(pids)}, process.pid + " " + child.pid);`;
  const { result } = await run(`process.on("SIGTERM", () => {}); ${started} ${script}`, { limits });
  expect(result).toEqual({ kind: "failed", reason });
  const all = (await readFile(pids, "utf8")).split(" ").map(Number);
  // The kernel ends a killed process a moment later.
  await expect.poll(() => Promise.all(all.map(isAlive))).toEqual([false, false]);
});

test.runIf(process.platform === "linux")(
  "memory has a limit, of all processes together and of each",
  async () => {
    const memoryBytes = 400_000_000;
    const kept = "const kept = Buffer.alloc(200_000_000, 1); setInterval(() => kept.length, 1_000);";
    const child = `spawn(process.execPath, ["-e", ${JSON.stringify(kept)}], { stdio: "ignore" });`;
    const together = await run(`${child} ${child} ${child} ${FOREVER}`, { limits: { memoryBytes } });
    expect(together.result).toEqual({ kind: "failed", reason: "it needs more memory than the limit allows" });
    const grow = "const kept = []; setInterval(() => kept.push(Buffer.alloc(20_000_000, 1)), 20);";
    const alone = await run(grow, { limits: { memoryBytes } });
    expect(alone.result).toMatchObject({ kind: "failed" });
  },
);

test("a single file has a limit that the system enforces", async () => {
  const script = `try { fs.writeFileSync("a", Buffer.alloc(3_000_000)); } catch (error) { say({ type: "log", message: error.code }); } done();`;
  const { logs } = await run(script, { limits: { diskBytes: 1_000_000 } });
  expect(logs).toEqual(["EFBIG"]);
});

test("an abort ends the run at once, and one before it starts nothing", async () => {
  const abort = new AbortController();
  const { result } = await run(`say({ type: "log", message: "ready" }); ${FOREVER}`, {
    signal: abort.signal,
    onLog: () => abort.abort(),
  });
  expect(result).toEqual({ kind: "failed", reason: "stopped" });
  expect((await run("done();", { signal: abort.signal })).result).toEqual({
    kind: "failed",
    reason: "stopped",
  });
});

test("an error of a callback ends the connector and is rethrown", async () => {
  const thrown = run(`say({ type: "state", state: 1 }); ${FOREVER}`, {
    onState: () => Promise.reject(new Error("database lost")),
  });
  await expect(thrown).rejects.toThrow("database lost");
});

test("results are the connector's; an end without one is a failure", async () => {
  const invalid = await run(`say({ type: "result", result: "invalid_key" }); process.exit(16);`);
  expect(invalid.result).toEqual({ kind: "invalid_key" });
  const none = await run("process.exit(3);");
  expect(none.result).toEqual({ kind: "failed", reason: "the connector ended with 3 and no result" });
  const missing = await run("", {
    manifest: { name: "test", services: ["afdian"], command: ["/nowhere/program"], hosts: [] },
  });
  expect(missing.result).toEqual({ kind: "failed", reason: "the connector ended with 127 and no result" });
  const other = await run("done();", { job: { ...JOB, service: "patreon" } });
  expect(other.result).toEqual({ kind: "failed", reason: "test has no patreon" });
});
