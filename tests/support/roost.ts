/** The built command line, which `npm test` has built before. */
import { fileURLToPath } from "node:url";

/** Arguments of Node: `[ROOST, "import", folder]`. */
export const ROOST = fileURLToPath(new URL("../../dist/server/roost.js", import.meta.url));
