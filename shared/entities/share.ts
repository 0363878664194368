import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

/** Files somebody gave to the archive, in a list. */
const Share = z.object({
  id: z.string(),
  name: z.string(),
  /** Sanitized HTML. */
  description: z.string(),
  added: Iso,
});

export const ShareFile = z.object({
  hash: z.string(),
  /** Of the stored file, with its dot; an archive's is `.bin`, its own is in `filename`. */
  ext: z.string(),
  filename: z.string(),
  /** Absolute address of the bytes. */
  upload_url: z.string(),
});
export type ShareFile = z.infer<typeof ShareFile>;

export const SharePage = z.extend(Share, { share_files: z.array(ShareFile) });
export type SharePage = z.infer<typeof SharePage>;

export const ShareList = z.object({ shares: z.array(Share), total: z.int() });
export type ShareList = z.infer<typeof ShareList>;
