import { extensionOf } from "#shared/rules/files.ts";

const MIME: Record<string, string> = {
  ".mp3": "audio/mpeg",
  ".flac": "audio/flac",
  ".wav": "audio/wav",
  ".ogg": "audio/ogg",
  ".opus": 'audio/ogg; codecs="opus"',
  ".m4a": "audio/mp4",
};

/** True if the browser reports that it can play an audio file; unknown types are tried. */
export function canPlay(file: { name: string; path: string }): boolean {
  const mime = MIME[extensionOf(file.path)] ?? MIME[extensionOf(file.name)];
  return mime === undefined || new Audio().canPlayType(mime) !== "";
}
