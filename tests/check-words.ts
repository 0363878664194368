/** `npm run check:words`: no tracked file uses a word that the project has replaced (`wording.ts`). */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { wordingProblems } from "./wording.ts";

const PROJECT = fileURLToPath(new URL("../", import.meta.url));
const paths = execFileSync("git", ["ls-files", "-z"], { cwd: PROJECT, encoding: "utf8" })
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(PROJECT, path)));
const problems = paths.flatMap((path) => wordingProblems(path, readFileSync(join(PROJECT, path), "utf8")));
for (const problem of problems) console.error(problem);
console.log(`Words: ${paths.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 || paths.length === 0 ? 1 : 0;
