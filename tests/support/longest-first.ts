/** Order of test files: the last ones to start should be short, so that no worker waits long for another. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest whatever their size: those at an adjustable size, and those of every screen of the app. */
const LONGEST = /\.large\.|\/pwa\/(app|i18n)\/\w+\.dom\.test/;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
