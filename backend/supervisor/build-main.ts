/** `npm run build`: always builds. */
import { build } from "./build.ts";

try {
  await build({ force: true, log: console.log });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
