/** Parses embeds of Discord leniently: unexpected values are left out. */
import { z } from "zod/mini";
import type { FileRef } from "#shared/entities/file.ts";
import { FILE_PATH } from "#shared/rules/files.ts";

/** Undefined instead of an invalid value. */
const maybe = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);

const words = maybe(z.string().check(z.trim(), z.minLength(1)));
const side = maybe(z.number().check(z.positive()));
const named = maybe(z.object({ name: words, url: words }));
const media = maybe(z.object({ url: words, width: side, height: side }));
const field = z.object({ name: words, value: words, inline: z.catch(z.optional(z.boolean()), false) });

export const ChatEmbed = z.object({
  title: words,
  description: words,
  url: words,
  color: maybe(z.int().check(z.minimum(0), z.maximum(0xffffff))),
  author: named,
  provider: named,
  thumbnail: media,
  image: media,
  video: media,
  footer: maybe(z.object({ text: words })),
  fields: z.catch(z.array(z.catch(field, { name: undefined, value: undefined, inline: false })), []),
  timestamp: maybe(z.iso.datetime({ offset: true })),
});
export type ChatEmbed = z.infer<typeof ChatEmbed>;
export type EmbedMedia = NonNullable<ChatEmbed["image"]>;

/** @returns undefined if there is nothing to show */
export function readEmbed(raw: unknown): ChatEmbed | undefined {
  const embed = ChatEmbed.safeParse(raw).data;
  if (embed === undefined) return undefined;
  embed.fields = embed.fields.filter(({ name, value }) => name !== undefined || value !== undefined);
  const { color: _, timestamp: __, fields, ...rest } = embed;
  const parts = Object.values(rest).filter((part) => part !== undefined);
  const hasContent = parts.some((part) => typeof part === "string" || Object.values(part).some(Boolean));
  return hasContent || fields.length > 0 ? embed : undefined;
}

/** Formats Discord's color number as `#rrggbb`. */
export function colorOf(color: number): string {
  return `#${color.toString(16).padStart(6, "0")}`;
}

const MAX_WIDTH = 400;
const MAX_HEIGHT = 300;

/** Display size of an image: at most 400x300, never enlarged. */
export function fitted({ width, height }: { width?: number; height?: number }): {
  width: number;
  height: number;
} {
  if (width === undefined || height === undefined) return { width: MAX_WIDTH, height: MAX_HEIGHT };
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** File of an image stored in the archive; others would reveal the reader to their hosts. */
export function storedFile(url: string | undefined): FileRef | undefined {
  const path = url?.replace(/^\/data(?=\/)/, "") ?? "";
  return FILE_PATH.test(path) ? { name: "", path } : undefined;
}
