/** Readers of metadata by service. */
import { boosty } from "./boosty.ts";
import { discord } from "./discord.ts";
import { fanbox } from "./fanbox.ts";
import { fansly } from "./fansly.ts";
import { fantia } from "./fantia.ts";
import { kemono } from "./kemono.ts";
import type { Metadata, Service } from "./metadata.ts";
import { patreon } from "./patreon.ts";
import { subscribestar } from "./subscribestar.ts";

/** By `category`. */
const SERVICES: Readonly<Partial<Record<string, Service>>> = {
  ...{ patreon, fanbox, fantia, boosty, subscribestar, discord, fansly },
  kemono,
  coomer: kemono,
  // Names until 1.29 (July 2025); still written with `--compat`.
  kemonoparty: kemono,
  coomerparty: kemono,
  pawchive: kemono,
};

export const serviceOf = ({ category }: Metadata) => SERVICES[category];

/** Metadata of unknown kinds may be of private messages. */
export function kindOf(service: Service, { subcategory }: Metadata): "post" | "message" | undefined {
  if (service.posts.includes(subcategory)) return "post";
  return service.messages?.subcategories.includes(subcategory) === true ? "message" : undefined;
}
