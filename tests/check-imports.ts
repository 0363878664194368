/** `npm run check:imports`: the import rules, and proof that they were held against something. */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const PACKAGES = ["shared", "backend", "indexer", "sw", "pwa", "tests"];
const PROJECT = fileURLToPath(new URL("../", import.meta.url));
const Rules = z.object({ forbidden: z.array(z.object({ name: z.string(), comment: z.string() })) });
const Report = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string() }),
      }),
    ),
  }),
});

const { forbidden } = Rules.parse(createRequire(import.meta.url)("../.dependency-cruiser.cjs"));
const commentOf = (name: string) => forbidden.find((rule) => rule.name === name)?.comment ?? "";

const program = join(PROJECT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
const output = execFileSync(
  process.execPath,
  [program, "--config", ".dependency-cruiser.cjs", "--output-type", "json", ...PACKAGES],
  {
    cwd: PROJECT,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  },
);
const { modules, summary } = Report.parse(JSON.parse(output));

const problems = summary.violations.map(
  ({ rule, from, to }) => `${rule.name}: ${from} -> ${to}\n  ${commentOf(rule.name)}`,
);
// With a TypeScript it cannot use, the tool looks at no module and reports success.
for (const folder of PACKAGES) {
  const looked = modules.filter(({ source }) => source.startsWith(`${folder}/`)).length;
  if (looked === 0) problems.push(`No module of ${folder}/ was looked at.`);
}
for (const problem of problems) console.error(problem);
console.log(`Imports: ${modules.length} modules looked at, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
