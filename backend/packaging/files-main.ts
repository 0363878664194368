/** `npm run package:files -- [--without-engines] <folder>`: writes the files that run Roost into a folder. */
import { parseArgs } from "node:util";
import { copyRuntimeFiles } from "./runtime-files.ts";

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "without-engines": { type: "boolean", default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error("npm run package:files -- [--without-engines] <folder>");
  await copyRuntimeFiles(folder, { engines: !values["without-engines"], log: console.log });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
