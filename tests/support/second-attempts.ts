/** A reporter of Vitest that names the tests which passed at their second attempt only (CI alone has one), and why. */
import { writeFile } from "node:fs/promises";
import type { Reporter, TestModule } from "vitest/node";

export default class SecondAttempts implements Reporter {
  /** Writes a JSON list of `file: test` to the file in ROOST_SECOND_ATTEMPTS, and prints what failed first. */
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const file = process.env["ROOST_SECOND_ATTEMPTS"];
    if (file === undefined) return;
    const names: string[] = [];
    for (const { relativeModuleId, children } of modules) {
      for (const test of children.allTests("passed")) {
        if (!test.diagnostic()?.flaky) continue;
        const name = `${relativeModuleId}: ${test.fullName}`;
        names.push(name);
        const [error] = test.result().errors ?? [];
        console.log(`First attempt of ${name}\n${error?.stack ?? error?.message}\n${error?.diff ?? ""}`);
      }
    }
    await writeFile(file, JSON.stringify(names));
  }
}
