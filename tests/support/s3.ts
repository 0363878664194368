/** An S3-speaking server for tests: s3rver on a free port, or the one that TEST_S3_ENDPOINT names. */
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface TestS3 extends AsyncDisposable {
  /** Settings for the server, with a prefix of this test's own. */
  settings: {
    S3_ENDPOINT: string;
    S3_BUCKET: string;
    S3_REGION: string;
    S3_ACCESS_KEY_ID: string;
    S3_SECRET_ACCESS_KEY: string;
    S3_PREFIX: string;
  };
}

/** Set TEST_S3_ENDPOINT, TEST_S3_BUCKET, TEST_S3_KEY, TEST_S3_SECRET (and TEST_S3_REGION) to run on a server of yours. */
export async function startS3(): Promise<TestS3> {
  const S3_PREFIX = `t${randomBytes(4).toString("hex")}/`;
  const { TEST_S3_ENDPOINT, TEST_S3_BUCKET, TEST_S3_KEY, TEST_S3_SECRET, TEST_S3_REGION } = process.env;
  const base = {
    S3_BUCKET: TEST_S3_BUCKET ?? "roost-test",
    S3_REGION: TEST_S3_REGION ?? "us-east-1",
    S3_ACCESS_KEY_ID: TEST_S3_KEY ?? "S3RVER",
    S3_SECRET_ACCESS_KEY: TEST_S3_SECRET ?? "S3RVER",
    S3_PREFIX,
  };
  if (TEST_S3_ENDPOINT)
    return { settings: { ...base, S3_ENDPOINT: TEST_S3_ENDPOINT }, async [Symbol.asyncDispose]() {} };
  const directory = await mkdtemp(join(tmpdir(), "roost-s3-"));
  const child = fork(fileURLToPath(new URL("./s3-child.mjs", import.meta.url)), [directory, base.S3_BUCKET], {
    execArgv: ["--openssl-legacy-provider", "--no-deprecation"],
  });
  const [port] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`s3rver ended with ${code}`))),
  ]);
  return {
    settings: { ...base, S3_ENDPOINT: `http://127.0.0.1:${port}` },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, "exit");
      await rm(directory, { recursive: true, force: true });
    },
  };
}
