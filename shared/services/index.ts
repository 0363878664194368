/** The supported services, one file each. To add one: docs/CONTRIBUTING.md. */
import { afdian } from "./afdian.ts";
import { boosty } from "./boosty.ts";
import { candfans } from "./candfans.ts";
import { discord } from "./discord.ts";
import { dlsite } from "./dlsite.ts";
import { fanbox } from "./fanbox.ts";
import { fansly } from "./fansly.ts";
import { fantia } from "./fantia.ts";
import { gumroad } from "./gumroad.ts";
import { onlyfans } from "./onlyfans.ts";
import { patreon } from "./patreon.ts";
import type { ServiceInfo } from "./service.ts";
import { subscribestar } from "./subscribestar.ts";

/** In the order in which they are listed on screens. */
const RECORDS = {
  patreon,
  fanbox,
  discord,
  fantia,
  afdian,
  boosty,
  gumroad,
  subscribestar,
  dlsite,
  onlyfans,
  fansly,
  candfans,
} satisfies Record<string, ServiceInfo>;

export type Service = keyof typeof RECORDS;

export const SERVICES = Object.keys(RECORDS) as [Service, ...Service[]];

export function isService(value: string): value is Service {
  return Object.hasOwn(RECORDS, value);
}

export function serviceInfo(service: Service): ServiceInfo {
  return RECORDS[service];
}

/** @param value perhaps not a service: a name in an address or in stored data */
export function serviceInfoOf(value: string): ServiceInfo | undefined {
  return isService(value) ? RECORDS[value] : undefined;
}
