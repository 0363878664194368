import { copyFile } from "node:fs/promises";
import { join } from "node:path";

/** @returns the path of the test run's key, copied into the folder */
export async function copyKey(folder: string): Promise<string> {
  const path = join(folder, "key.pem");
  await copyFile(process.env["TEST_IMPORTER_KEY"] ?? "", path);
  return path;
}
