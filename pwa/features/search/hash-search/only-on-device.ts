import { createSetting, oneOf } from "../../../lib/setting.ts";

/** While on, files are looked up in saved posts alone, and nothing is asked of the server. */
export const onlyOnDevice = createSetting<"on" | "off">("lookups-on-device", oneOf(["on", "off"]), "off");
