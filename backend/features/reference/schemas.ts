/** The contracts' zod schemas as JSON Schema, with the entities as named components. */
import { z } from "zod/mini";
import * as account from "#shared/entities/account.ts";
import * as archive from "#shared/entities/archive-file.ts";
import * as chat from "#shared/entities/chat.ts";
import * as community from "#shared/entities/community.ts";
import * as creator from "#shared/entities/creator.ts";
import * as creatorLink from "#shared/entities/creator-link.ts";
import * as damagedFile from "#shared/entities/damaged-file.ts";
import * as discord from "#shared/entities/discord.ts";
import * as dm from "#shared/entities/dm.ts";
import * as downloadImport from "#shared/entities/download-import.ts";
import * as duplicate from "#shared/entities/duplicate.ts";
import * as favorite from "#shared/entities/favorite.ts";
import * as file from "#shared/entities/file.ts";
import * as group from "#shared/entities/group.ts";
import * as guestLink from "#shared/entities/guest-link.ts";
import * as identity from "#shared/entities/identity.ts";
import * as importJob from "#shared/entities/import.ts";
import * as mediaDetails from "#shared/entities/media-details.ts";
import * as moderation from "#shared/entities/moderation.ts";
import * as notice from "#shared/entities/notice.ts";
import * as notification from "#shared/entities/notification.ts";
import type { Schema } from "#shared/entities/openapi.ts";
import * as pictureText from "#shared/entities/picture-text.ts";
import * as post from "#shared/entities/post.ts";
import * as share from "#shared/entities/share.ts";
import * as takedown from "#shared/entities/takedown.ts";
import * as takedownRequest from "#shared/entities/takedown-request.ts";
import * as upload from "#shared/entities/upload.ts";
import * as wanted from "#shared/entities/wanted.ts";
import { Iso } from "#shared/rules/dates.ts";
import { COMPONENTS } from "./descriptions.ts";

/** Modules whose exported schemas are components under their own names. A test compares this with the folder. */
export const ENTITIES: object[] = [
  { DateTime: Iso },
  account,
  archive,
  chat,
  community,
  creator,
  creatorLink,
  damagedFile,
  duplicate,
  discord,
  dm,
  downloadImport,
  favorite,
  file,
  group,
  guestLink,
  identity,
  importJob,
  mediaDetails,
  moderation,
  notice,
  notification,
  pictureText,
  post,
  share,
  takedown,
  takedownRequest,
  upload,
  wanted,
];

const PLACE = "#/components/schemas/";
const WRAPPED = "it";

export interface Schemas {
  /** The requested schemas by key; entities in them are references. */
  asked: Record<string, Schema>;
  /** Entities referred to, directly or indirectly. */
  components: Record<string, Schema>;
}

/**
 * Converts all schemas together, so that each entity is described once.
 * @param io "output" for answers (exact: no other keys), "input" for requests (before defaults and transforms)
 */
export function toSchemas(wanted: Record<string, z.ZodMiniType>, io: "input" | "output"): Schemas {
  const registry = z.registry<{ id: string }>();
  const names = new Set<string>();
  for (const [name, schema] of ENTITIES.flatMap((entity) => Object.entries(entity))) {
    if (!(schema instanceof z.ZodMiniType)) continue;
    registry.add(schema, { id: name });
    names.add(name);
  }
  // Wrapped, so that top-level entities become references too.
  for (const [key, schema] of Object.entries(wanted))
    registry.add(z.object({ [WRAPPED]: schema }), { id: `asked ${key}` });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: "any",
    uri: (id) => PLACE + id,
    override: ({ zodSchema, jsonSchema }) => describe(zodSchema, jsonSchema),
  });
  const all = tidy(schemas) as Record<string, Schema>;
  const asked = Object.fromEntries(Object.keys(wanted).map((key) => [key, unwrapped(all[`asked ${key}`])]));
  return { asked, components: pick(all, referred(asked, all)) };
}

function unwrapped(schema: Schema | undefined): Schema {
  const properties = schema?.["properties"] as Record<string, Schema> | undefined;
  return properties?.[WRAPPED] ?? {};
}

/** Copies a schema's description from the registry. */
function describe(zodSchema: unknown, jsonSchema: Schema): void {
  const said = zodSchema instanceof z.ZodMiniType ? z.globalRegistry.get(zodSchema) : undefined;
  if (said?.["type"] !== undefined) delete jsonSchema["anyOf"];
  Object.assign(jsonSchema, said);
}

/** Removes `$id`s, and the limits that every safe integer has. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, entry]) =>
      name !== "$schema" && name !== "$id" && Math.abs(Number(entry)) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(kept.map(([name, entry]) => [name, tidy(entry)]));
}

function referred(from: unknown, all: Record<string, Schema>): Set<string> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const name = "$ref" in value ? String(value.$ref).slice(PLACE.length) : undefined;
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      look(all[name]);
    }
    for (const entry of Object.values(value)) look(entry);
  };
  look(from);
  return found;
}

function pick(all: Record<string, Schema>, names: ReadonlySet<string>): Record<string, Schema> {
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const words = COMPONENTS[name];
      return [name, { ...(words && { description: words.description }), ...all[name], ...words?.schema }];
    }),
  );
}
