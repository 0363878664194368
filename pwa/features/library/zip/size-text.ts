import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import type { PlannedFile } from "./plan.ts";

/** Formats the total size of files, as far as known. */
export function sizesText(
  files: readonly PlannedFile[],
  sizeOf: (path: string) => number | null | undefined,
): string {
  const sizes = files.map(({ path }) => sizeOf(path));
  const size = formatSize(sizes.reduce((sum: number, bytes) => sum + (bytes ?? 0), 0));
  return sizes.every((bytes) => typeof bytes === "number") ? size : t("zip.atLeast", { size });
}
