/** Videos and audio files as read from their content (docs/decisions/0083-films.md). */
import { z } from "zod/mini";

/** Pictures at equal intervals, row by row in one JPEG at `/thumbnail/strip/data` and the file's path. */
export const SeekStrip = z.object({
  pictures: z.int(),
  columns: z.int(),
  /** Pixels of each picture. */
  width: z.int(),
  height: z.int(),
  /** Seconds from one picture to the next; the first is at 0. */
  interval: z.number(),
});
export type SeekStrip = z.infer<typeof SeekStrip>;

/** MP4 with H.264 and AAC of a video that browsers commonly do not play, at `/thumbnail/rendition/data` and the file's path. */
export const Rendition = z.object({
  bytes: z.int(),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
});
export type Rendition = z.infer<typeof Rendition>;

/** Only what is known: all else is absent. */
export const MediaDetails = z.object({
  /** Seconds. */
  duration: z.optional(z.number()),
  /** Pixels as it is shown. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  /** Names as of ffmpeg: `h264`, `hevc`, `vp9`, `aac`, `opus`. */
  video_codec: z.optional(z.string()),
  audio_codec: z.optional(z.string()),
  /** True if `/thumbnail/data` and the file's path is a picture of it. */
  poster: z.optional(z.boolean()),
  strip: z.optional(SeekStrip),
  /** Loudest moments of equal parts of an audio file, relative to the loudest of all: 0 to 100. */
  waveform: z.optional(z.array(z.int())),
  rendition: z.optional(Rendition),
});
export type MediaDetails = z.infer<typeof MediaDetails>;
