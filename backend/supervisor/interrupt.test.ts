import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const MODULE = new URL("interrupt.ts", import.meta.url).href;
/** Prints a line for each call of `stop`, and goes on until a second signal. */
const PROGRAM = `
  const { onInterrupt } = await import(${JSON.stringify(MODULE)});
  onInterrupt((line) => console.log(line.trim()));
  setInterval(() => {}, 60_000);
  console.log("ready");
`;
const NODE = ["--import", "tsx", "--input-type=module", "-e", PROGRAM];

test.each([
  ["SIGINT", "Stopping ..."],
  ["SIGTERM", "Stopping ..."],
  ["SIGHUP", "Stopping ..."],
] as const)("%s asks the program to stop, once; the second ends it", async (signal, line) => {
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = spawn(process.execPath, NODE, {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (part: Buffer) => {
    output += part.toString();
  });
  await expect.poll(() => output, { interval: 20 }).toBe("ready\n");
  child.kill(signal);
  await expect.poll(() => output, { interval: 20 }).toBe(`ready\n${line}\n`);
  const ended = once(child, "exit");
  child.kill(signal);
  expect(await ended).toEqual([null, signal]);
});

test("the end of npm asks the program to stop", async () => {
  // A shell stands for npm: it prints the id of the program and waits for it.
  const npm = spawn("sh", ["-c", '"$0" "$@" & echo $!; wait', process.execPath, ...NODE], {
    env: { ...process.env, npm_lifecycle_event: "test" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  npm.stdout.on("data", (part: Buffer) => {
    output += part.toString();
  });
  await expect.poll(() => output, { interval: 20 }).toMatch(/^\d+\nready\n$/);
  npm.kill("SIGKILL");
  await expect.poll(() => output, { interval: 20 }).toMatch(/ready\nnpm is gone; stopping \.\.\.\n$/);
  process.kill(Number.parseInt(output, 10), "SIGKILL");
});
