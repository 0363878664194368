/** Files as archives name them. */
import { createHash } from "node:crypto";
import { filePath } from "#shared/rules/files.ts";

export const hashed = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
export const stored = (name: string, content: string | Buffer) => ({
  name,
  path: filePath(hashed(content), ".png"),
});
