import { generateKeyPair, randomUUID } from "node:crypto";
import { access, copyFile, link, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Limit of what hangs: making the key takes as long as a busy machine takes for seconds of processor time. */
export const KEY_TIMEOUT_MS = 600_000;

/** @returns the path of the test run's key, copied into the folder */
export async function copyKey(folder: string): Promise<string> {
  const shared = process.env["TEST_IMPORTER_KEY"] ?? "";
  await access(shared).catch(() => makeKey(shared));
  const path = join(folder, "key.pem");
  await copyFile(shared, path);
  return path;
}

/** Made once in a run, by the first test that needs it: it takes seconds of processor time. */
async function makeKey(path: string): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 4096 });
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  // Another test may have made it meanwhile, and copied it.
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(unfinished);
}
