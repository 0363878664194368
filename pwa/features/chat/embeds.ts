/** Embeds as the chat service wrote them: whatever is not as expected is left out. */
import { z } from "zod";
import type { FileRef } from "#shared/entities/file.ts";
import { FILE_PATH } from "#shared/rules/files.ts";

const words = z.string().trim().min(1).optional().catch(undefined);
const side = z.number().positive().optional().catch(undefined);
const named = z.object({ name: words, url: words }).optional().catch(undefined);
const media = z.object({ url: words, width: side, height: side }).optional().catch(undefined);
const field = z.object({ name: words, value: words, inline: z.boolean().optional().catch(false) });

export const ChatEmbed = z.object({
  title: words,
  description: words,
  url: words,
  color: z.int().min(0).max(0xffffff).optional().catch(undefined),
  author: named,
  provider: named,
  thumbnail: media,
  image: media,
  video: media,
  footer: z.object({ text: words }).optional().catch(undefined),
  fields: z.array(field.catch({ name: undefined, value: undefined, inline: false })).catch([]),
  timestamp: z.iso.datetime({ offset: true }).optional().catch(undefined),
});
export type ChatEmbed = z.infer<typeof ChatEmbed>;
export type EmbedMedia = NonNullable<ChatEmbed["image"]>;

/** Undefined where there is nothing to show. */
export function readEmbed(raw: unknown): ChatEmbed | undefined {
  const embed = ChatEmbed.safeParse(raw).data;
  if (embed === undefined) return undefined;
  embed.fields = embed.fields.filter(({ name, value }) => name !== undefined || value !== undefined);
  const { color: _, timestamp: __, fields, ...rest } = embed;
  const parts = Object.values(rest).filter((part) => part !== undefined);
  const hasContent = parts.some((part) => typeof part === "string" || Object.values(part).some(Boolean));
  return hasContent || fields.length > 0 ? embed : undefined;
}

/** `#rrggbb` of the service's number. */
export function colourOf(color: number): string {
  return `#${color.toString(16).padStart(6, "0")}`;
}

const MAX_WIDTH = 400;
const MAX_HEIGHT = 300;

/** The size a picture is shown in: never larger than 400x300 or than itself (spec section 9). */
export function fitted({ width, height }: { width?: number; height?: number }): {
  width: number;
  height: number;
} {
  if (width === undefined || height === undefined) return { width: MAX_WIDTH, height: MAX_HEIGHT };
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A picture the archive itself keeps; others would tell their hosts who reads. */
export function storedFile(url: string | undefined): FileRef | undefined {
  const path = url?.replace(/^\/data(?=\/)/, "") ?? "";
  return FILE_PATH.test(path) ? { name: "", path } : undefined;
}
