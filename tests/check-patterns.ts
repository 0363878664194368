/** `npm run check:patterns`: no regular expression takes more than linear time. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkSync } from "recheck";
import { parseSync, Visitor } from "vite";

const PROJECT = fileURLToPath(new URL("../", import.meta.url));
/** Code that reads what callers, downloads and the archive send. */
const FOLDERS = ["shared", "backend", "indexer", "pwa", "sw", ":!backend/sample"];
const TIMEOUT_MS = 1_000;

interface Pattern {
  source: string;
  flags: string;
  file: string;
}

function patternsIn(file: string): Pattern[] {
  const { program, errors } = parseSync(file, readFileSync(join(PROJECT, file), "utf8"));
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const found: Pattern[] = [];
  new Visitor({
    Literal(node) {
      if ("regex" in node) found.push({ source: node.regex.pattern, flags: node.regex.flags, file });
    },
  }).visit(program);
  return found;
}

const files = execFileSync("git", ["ls-files", "-z", ...FOLDERS], { cwd: PROJECT, encoding: "utf8" })
  .split("\0")
  .filter((file) => /\.m?[jt]sx?$/.test(file) && !/\.test\.|\.d\./.test(file));
const patterns = new Map(files.flatMap(patternsIn).map((one) => [`/${one.source}/${one.flags}`, one]));
const problems: string[] = [];
let unknown = 0;
for (const [text, { source, flags, file }] of patterns) {
  const result = checkSync(source, flags, { timeout: TIMEOUT_MS, checker: "automaton" });
  if (result.status === "vulnerable") problems.push(`${file}: ${text} is ${result.complexity.summary}`);
  // Those the tool cannot decide are tried with long strings in contract/long-strings.test.ts.
  if (result.status === "unknown") unknown += 1;
}
for (const problem of problems) console.error(problem);
console.log(`Patterns: ${patterns.size} looked at, ${unknown} undecided, ${problems.length} problems`);
process.exitCode = problems.length > 0 || patterns.size === 0 ? 1 : 0;
