/** Reads a video or an audio file with ffmpeg: what it is, a poster, a strip of pictures to seek by, and a waveform. */
import { z } from "zod";
import type { MediaDetails, SeekStrip } from "#shared/entities/media-details.ts";
import { kindOf } from "#shared/rules/file-types.ts";
import { MediaError, outputOf, type ProgramLimits, runProgram } from "../run-program.ts";
import { type Ffmpeg, ffmpegArguments, ffprobeArguments, type MediaSource } from "./ffmpeg.ts";
import { mediaSource } from "./media-format.ts";
import { SAMPLE_RATE, Waveform } from "./waveform.ts";

/** Box of a poster in pixels: as wide as the widest thumbnail. */
const POSTER = { width: 1200, height: 2400 };
/** Box of a picture of a strip. */
const TILE = { width: 160, height: 160 };
const COLUMNS = 10;
const MAX_PICTURES = 100;
/** Seconds from one picture of a strip to the next, or more. */
const MIN_INTERVAL = 1;
/** A poster is from a tenth of the video, past its titles, or from here. */
const MAX_POSTER_SECONDS = 60;
/** Pixels of a video that is decoded in full for its strip; of longer ones key frames are enough. */
const MAX_DECODED_PIXELS = 1280 * 720 * 25 * 60;
const FRAME_RATE = 25;
const MAX_PICTURE_BYTES = 8 * 1024 ** 2;
const MAX_PROBE_BYTES = 1024 ** 2;
/** Audio that is read, in seconds. */
const MAX_AUDIO_SECONDS = 86_400;
/** Longer is the duration of a header that lies. */
const MAX_DURATION = 10 * 86_400;

const Text = z.string().regex(/^[\w.-]{1,40}$/);
const Probe = z.object({
  streams: z
    .array(
      z.object({
        codec_type: z.string().optional(),
        codec_name: Text.optional(),
        width: z.number().optional(),
        height: z.number().optional(),
        sample_aspect_ratio: z.string().optional(),
        disposition: z.object({ attached_pic: z.number().optional() }).optional(),
        side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
      }),
    )
    .max(1_000),
  format: z.object({ duration: z.coerce.number().optional() }).optional(),
});
const ENTRIES =
  "format=duration:stream=codec_type,codec_name,width,height,sample_aspect_ratio:stream_disposition=attached_pic:stream_side_data=rotation";

export interface ReadMedia {
  details: MediaDetails;
  /** JPEGs. */
  poster?: Uint8Array;
  strip?: Uint8Array;
  /** Why something is missing. */
  fault?: string;
}

export interface MediaReader {
  ffmpeg: Ffmpeg;
  limits: ProgramLimits;
  signal: AbortSignal;
}

/**
 * @param path of a local file
 * @param ext that it is stored with
 * @throws MediaError if it is no video or audio file, or cannot be read at all
 */
export async function readMedia(path: string, ext: string, reader: MediaReader): Promise<ReadMedia> {
  const source = await mediaSource(path, ext);
  const found: ReadMedia = { details: await probe(source, reader) };
  try {
    if (kindOf(ext) === "audio") await addWaveform(found, source, reader);
    else await addPictures(found, source, reader);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    found.fault = error.message;
  }
  return found;
}

async function probe(source: MediaSource, { ffmpeg, ...options }: MediaReader): Promise<MediaDetails> {
  const args = ffprobeArguments(source, ENTRIES);
  const text = (await outputOf(ffmpeg.ffprobe, args, { ...options, maxBytes: MAX_PROBE_BYTES })).toString();
  const { success, data } = Probe.safeParse(parsed(text));
  if (!success) throw new MediaError("Its header cannot be read.");
  const { streams, format } = data;
  // Pictures of a cover count as video.
  const video = streams.find(
    (stream) => stream.codec_type === "video" && stream.disposition?.attached_pic !== 1,
  );
  const audio = streams.find((stream) => stream.codec_type === "audio");
  if (video === undefined && audio === undefined) throw new MediaError("It has neither pictures nor sound.");
  const details: MediaDetails = {};
  const duration = Math.round((format?.duration ?? 0) * 1000) / 1000;
  if (duration > 0 && duration < MAX_DURATION) details.duration = duration;
  if (video !== undefined) {
    Object.assign(details, shownSize(video));
    if (video.codec_name !== undefined) details.video_codec = video.codec_name;
  }
  if (audio?.codec_name !== undefined) details.audio_codec = audio.codec_name;
  return details;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Stream = z.infer<typeof Probe>["streams"][number];

/** Pixels as they are shown: square and upright. */
function shownSize({ width = 0, height = 0, sample_aspect_ratio, side_data_list = [] }: Stream) {
  const [across = 0, down = 0] = (sample_aspect_ratio ?? "").split(":").map(Number);
  const wide = across > 0 && down > 0 ? Math.round((width * across) / down) : width;
  if (!(wide > 0) || !(height > 0)) return {};
  const turned = side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  return turned ? { width: height, height: wide } : { width: wide, height };
}

export interface Size {
  width: number;
  height: number;
}

/** Size in a box; small pictures stay small. */
export function within({ width, height }: Size, box: Size): Size {
  const scale = Math.min(1, box.width / width, box.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function addPictures(found: ReadMedia, source: MediaSource, reader: MediaReader): Promise<void> {
  const { details } = found;
  const { width, height, duration = 0 } = details;
  if (details.video_codec === undefined) return; // sound alone
  if (width === undefined || height === undefined)
    throw new MediaError("The size of its picture is unknown.");
  const size = { width, height };
  found.poster = await poster(source, within(size, POSTER), duration, reader);
  details.poster = true;
  const pictures = Math.min(MAX_PICTURES, Math.floor(duration / MIN_INTERVAL));
  if (pictures < 2) return;
  const strip: SeekStrip = {
    pictures,
    columns: Math.min(COLUMNS, pictures),
    ...within(size, TILE),
    interval: Math.round((duration / pictures) * 1000) / 1000,
  };
  const isShort = width * height * FRAME_RATE * duration <= MAX_DECODED_PIXELS;
  found.strip = await drawStrip(source, strip, isShort, reader);
  details.strip = strip;
}

const toJpeg = (filters: string[], quality: number) => [
  ...[
    "-an",
    "-map",
    "0:V:0",
    "-vf",
    filters.join(),
    "-frames:v",
    "1",
    "-c:v",
    "mjpeg",
    "-q:v",
    String(quality),
  ],
  ...["-f", "image2pipe"],
];
const scaled = ({ width, height }: Size) => [`scale=${width}:${height}`, "setsar=1", "format=yuvj420p"];

async function poster(
  source: MediaSource,
  size: Size,
  duration: number,
  reader: MediaReader,
): Promise<Uint8Array> {
  const at = Math.min(duration / 10, MAX_POSTER_SECONDS);
  const draw = (before: string[]) => jpeg(ffmpegArguments(source, toJpeg(scaled(size), 3), before), reader);
  // The header may lie about the duration, or the index about what is there.
  const first = at > 0 ? await draw(["-ss", at.toFixed(3)]).catch(onlyMediaErrors) : undefined;
  return first ?? (await draw([]));
}

function onlyMediaErrors(error: unknown): undefined {
  if (!(error instanceof MediaError)) throw error;
}

async function drawStrip(
  source: MediaSource,
  { pictures, columns, interval, ...size }: SeekStrip,
  isShort: boolean,
  reader: MediaReader,
): Promise<Uint8Array> {
  const filters = [
    `fps=fps=${(1 / interval).toFixed(6)}:start_time=0:round=up`,
    ...scaled(size),
    `tile=${columns}x${Math.ceil(pictures / columns)}`,
  ];
  const before = isShort ? [] : ["-skip_frame", "nokey"];
  return await jpeg(ffmpegArguments(source, toJpeg(filters, 5), before), reader);
}

/** @throws MediaError also if there is no picture */
async function jpeg(args: string[], { ffmpeg, ...options }: MediaReader): Promise<Uint8Array> {
  const bytes = await outputOf(ffmpeg.ffmpeg, args, { ...options, maxBytes: MAX_PICTURE_BYTES });
  if (bytes.length === 0) throw new MediaError("It has no picture that can be read.");
  return bytes;
}

async function addWaveform(
  { details }: ReadMedia,
  source: MediaSource,
  { ffmpeg, ...options }: MediaReader,
): Promise<void> {
  if (details.audio_codec === undefined) throw new MediaError("It has no sound.");
  const waveform = new Waveform();
  const args = ["-vn", "-map", "0:a:0", "-t", String(MAX_AUDIO_SECONDS), "-ac", "1"];
  await runProgram(
    ffmpeg.ffmpeg,
    ffmpegArguments(source, [...args, "-ar", String(SAMPLE_RATE), "-f", "s16le"]),
    {
      ...options,
      maxBytes: 2 * SAMPLE_RATE * (MAX_AUDIO_SECONDS + 1),
      onBytes: (bytes) => waveform.add(bytes),
    },
  );
  // Exact, while headers of some MP3 files guess.
  if (waveform.seconds > 0) details.duration = Math.round(waveform.seconds * 1000) / 1000;
  const peaks = waveform.peaks();
  if (peaks !== undefined) details.waveform = peaks;
}
