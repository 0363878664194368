/** Columns of a post's images on phones. */
import { createSetting, oneOf } from "./setting.ts";

export const GALLERY_COLUMNS = ["1", "2"] as const;

export const galleryColumns = createSetting<(typeof GALLERY_COLUMNS)[number]>(
  "gallery-columns",
  oneOf(GALLERY_COLUMNS),
  "1",
  { ssr: "sent" },
);
