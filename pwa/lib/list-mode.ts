/** List navigation: numbered pages, or a "load more" button. */
import { createSetting, oneOf } from "./setting.ts";

export const LIST_MODES = ["pages", "more"] as const;
export type ListMode = (typeof LIST_MODES)[number];

export const listMode = createSetting<ListMode>("list-mode", oneOf(LIST_MODES), "pages", { ssr: "sent" });
