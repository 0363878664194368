/** Where each service keeps the key that an import needs. */
import type { Service } from "#shared/paysites/index.ts";
import type { TextId } from "../../../i18n/texts.ts";

export interface KeyLocation {
  service: Service;
  place: "cookie" | "header" | "ending";
  name: string;
  rule: TextId;
}

export const KEY_LOCATIONS: KeyLocation[] = [
  { service: "patreon", place: "cookie", name: "session_id", rule: "keys.patreon" },
  { service: "fanbox", place: "cookie", name: "FANBOXSESSID", rule: "keys.fanbox" },
  { service: "discord", place: "header", name: "authorization", rule: "keys.discordHint" },
  { service: "fantia", place: "cookie", name: "_session_id", rule: "keys.fantia" },
  { service: "afdian", place: "cookie", name: "auth_token", rule: "keys.afdian" },
  { service: "boosty", place: "cookie", name: "auth", rule: "keys.boosty" },
  { service: "gumroad", place: "cookie", name: "_gumroad_app_session", rule: "keys.gumroad" },
  { service: "subscribestar", place: "cookie", name: "_personalization_id", rule: "keys.short" },
  { service: "dlsite", place: "cookie", name: "__DLsite_SID", rule: "keys.short" },
  { service: "onlyfans", place: "cookie", name: "sess", rule: "keys.onlyfans" },
  { service: "fansly", place: "header", name: "authorization", rule: "keys.fansly" },
  { service: "candfans", place: "ending", name: "candfans_session", rule: "keys.candfans" },
];
