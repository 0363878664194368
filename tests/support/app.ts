/** Starts the real `roost start` in its own data folder, for journeys and the supervisor's tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ROOST } from "./roost.ts";

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

export interface LaunchedApp {
  child: ChildProcess;
  /** All it has printed so far. */
  output(): string;
  /** Resolves with the address once it runs; rejects with its output if it ends first. */
  running: Promise<string>;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | string>;
}

/**
 * Starts the supervisor with only these settings: the tests' own environment is not passed on.
 * @param node path of the Node.js binary to run it with
 */
export function launchApp(settings: Record<string, string>, node = process.execPath): LaunchedApp {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    TMPDIR: process.env["TMPDIR"],
    PORT: "0",
    npm_lifecycle_event: "start", // it stops when the process of the tests is gone
    ...settings,
  };
  const child = spawn(node, [ROOST, "start"], {
    cwd: PROJECT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  const running = new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      text += chunk.toString();
      const address = /Roost is running: +(\S+)[\s\S]*Stop +Ctrl-C/.exec(text)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on("data", onOutput);
    child.stderr?.on("data", onOutput);
    void ended.then((code) => reject(new Error(`npm start ended with ${code}:\n${text}`)));
  });
  running.catch(() => {}); // whoever awaits it gets the error
  return {
    child,
    output: () => text,
    running,
    ended,
    stop(signal = "SIGINT") {
      child.kill(signal);
      return ended;
    },
  };
}
