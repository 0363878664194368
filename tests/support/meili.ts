/** The Meilisearch the runner started, with an index prefix of the test file's own. */
import { randomBytes } from "node:crypto";

export interface TestMeili {
  url: string;
  key: string;
  prefix: string;
}

export function testMeili(): TestMeili {
  const url = process.env["TEST_MEILI_URL"];
  const key = process.env["TEST_MEILI_KEY"];
  if (!url || !key)
    throw new Error("TEST_MEILI_URL is unset: run the tests with npm test, which starts a Meilisearch.");
  return { url, key, prefix: `t${randomBytes(4).toString("hex")}_` };
}
