/** Paths that differ between the sources and the build: this module is in `backend/` or in `dist/server/`. */
import { fileURLToPath } from "node:url";

/** True in a build, which needs neither the sources nor the development packages. */
export const IS_BUILT = !import.meta.url.endsWith(".ts");

/** A file of `backend/` that the build copies to the same path below `dist/server/`. */
export const serverFile = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
