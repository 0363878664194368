/** `npm run package:deb -- [folder]`: writes the Debian package into a folder, `dist` by default. */
import { join } from "node:path";
import { PROJECT } from "#backend/supervisor/build.ts";
import { buildDeb } from "./deb.ts";

try {
  const [folder = join(PROJECT, "dist")] = process.argv.slice(2);
  console.log(await buildDeb(folder, console.log));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
