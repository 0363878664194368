import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

/** Files that a visitor gave to the archive, as a list item. */
const Share = z.object({
  id: z.string(),
  name: z.string(),
  /** Sanitized HTML. */
  description: z.string(),
  added: Iso,
});

export const ShareFile = z.object({
  hash: z.string(),
  /** Extension of the stored file, with its dot; `.bin` for archive files, whose own extension is in `filename`. */
  ext: z.string(),
  filename: z.string(),
  /** Absolute URL of the bytes. */
  upload_url: z.string(),
});
export type ShareFile = z.infer<typeof ShareFile>;

export const SharePage = z.extend(Share, { share_files: z.array(ShareFile) });
export type SharePage = z.infer<typeof SharePage>;

export const ShareList = z.object({ shares: z.array(Share), total: z.int() });
export type ShareList = z.infer<typeof ShareList>;
