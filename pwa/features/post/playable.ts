import { extensionOf } from "#shared/rules/files.ts";

const MIME: Record<string, string> = {
  ".mp3": "audio/mpeg",
  ".flac": "audio/flac",
  ".wav": "audio/wav",
  ".ogg": "audio/ogg",
  ".opus": 'audio/ogg; codecs="opus"',
  ".m4a": "audio/mp4",
};

/** Whether this browser says it can play a sound file; an unknown type is worth a try. */
export function canPlay(file: { name: string; path: string }): boolean {
  const mime = MIME[extensionOf(file.path)] ?? MIME[extensionOf(file.name)];
  return mime === undefined || new Audio().canPlayType(mime) !== "";
}
