/** A reporter of Vitest that names the tests which passed at their second attempt only (CI alone has one). */
import { writeFile } from "node:fs/promises";
import type { Reporter, TestModule } from "vitest/node";

export default class SecondAttempts implements Reporter {
  /** Writes a JSON list of `file: test` to the file in ROOST_SECOND_ATTEMPTS. */
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const file = process.env["ROOST_SECOND_ATTEMPTS"];
    if (file === undefined) return;
    const names = modules.flatMap(({ relativeModuleId, children }) =>
      [...children.allTests("passed")]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${relativeModuleId}: ${test.fullName}`),
    );
    await writeFile(file, JSON.stringify(names));
  }
}
