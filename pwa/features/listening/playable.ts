import type { RootAttachment } from "#shared/entities/post.ts";
import { kindOf, typeOfExtension } from "#shared/rules/file-types.ts";
import { extensionOf } from "#shared/rules/files.ts";

export const isAudio = (file: RootAttachment): boolean =>
  kindOf(file.name_extension || file.extension) === "audio";

/** True if the browser reports that it can play an audio file; unknown types are tried. */
export function canPlay(file: { name: string; path: string }): boolean {
  const type = typeOfExtension(extensionOf(file.path)) ?? typeOfExtension(extensionOf(file.name));
  return type?.kind !== "audio" || type.types.some((name) => new Audio().canPlayType(name) !== "");
}
