/** Small MP4 files made of boxes, for codecs that the browser lacks: no encoder is needed, as nothing is decoded. */

const bytesOf = (...parts: (Buffer | string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  );
const u16 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 0xff])));
function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => void bytes.writeUInt32BE(value >>> 0, at * 4));
  return bytes;
}
const zeros = (count: number) => Buffer.alloc(count);

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return bytesOf(u32(content.length + 8), type, content);
}
const full = (type: string, flags: number, ...parts: Buffer[]) => box(type, u32(flags), ...parts);

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const [WIDTH, HEIGHT, RATE] = [64, 48, 48_000];
/** An Opus packet of 20 ms of silence. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
const SAMPLES = 50;

interface Track {
  handler: "vide" | "soun";
  entry: Buffer;
  sample: Buffer;
}

/** One track whose samples are all the same; `at`: offset of the first in the file. */
function trak(id: number, { handler, entry, sample }: Track, at: number): Buffer {
  const isVideo = handler === "vide";
  const tkhd = full(
    "tkhd",
    3,
    u32(0, 0, id, 0, 1000, 0, 0),
    u16(0, 0, isVideo ? 0 : 0x100, 0),
    MATRIX,
    u32(isVideo ? WIDTH << 16 : 0, isVideo ? HEIGHT << 16 : 0),
  );
  const stbl = box(
    "stbl",
    full("stsd", 0, u32(1), entry),
    full("stts", 0, u32(1, SAMPLES, RATE / SAMPLES)),
    full("stsc", 0, u32(1, 1, SAMPLES, 1)),
    full("stsz", 0, u32(sample.length, SAMPLES)),
    full("stco", 0, u32(1, at)),
  );
  const media = isVideo ? full("vmhd", 1, zeros(8)) : full("smhd", 0, zeros(4));
  const minf = box("minf", media, box("dinf", full("dref", 0, u32(1), full("url ", 1))), stbl);
  const mdhd = full("mdhd", 0, u32(0, 0, RATE, RATE), u16(0x55c4, 0));
  const hdlr = full("hdlr", 0, u32(0), bytesOf(handler), zeros(13));
  return box("trak", tkhd, box("mdia", mdhd, hdlr, minf));
}

function movie(...tracks: Track[]): Buffer {
  const ftyp = box("ftyp", bytesOf("isom"), u32(0x200), bytesOf("isomiso6mp41"));
  const mvhd = full(
    "mvhd",
    0,
    u32(0, 0, 1000, 1000, 0x10000),
    u16(0x100),
    zeros(10),
    MATRIX,
    zeros(24),
    u32(tracks.length + 1),
  );
  const moov = (from: number) => {
    let at = from;
    const traks = tracks.map((track, index) => {
      const begin = at;
      at += track.sample.length * SAMPLES;
      return trak(index + 1, track, begin);
    });
    return box("moov", mvhd, ...traks);
  };
  const from = ftyp.length + moov(0).length + 8;
  const samples = tracks.flatMap(({ sample }) => Array<Buffer>(SAMPLES).fill(sample));
  return Buffer.concat([ftyp, moov(from), box("mdat", ...samples)]);
}

/** Sample entry of H.265. */
const HEVC: Track = {
  handler: "vide",
  sample: bytesOf(u32(4), [0x26, 0x01, 0xaf, 0x08]),
  entry: box(
    "hvc1",
    zeros(6),
    u16(1),
    zeros(16),
    u16(WIDTH, HEIGHT),
    u32(0x480000, 0x480000, 0),
    u16(1),
    zeros(32),
    u16(0x18, 0xffff),
    box(
      "hvcC",
      bytesOf(
        [1, 1],
        u32(0x60000000),
        [0x90, 0, 0, 0, 0, 0, 93, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 0],
      ),
    ),
  ),
};

const soundEntry = (type: string, ...config: Buffer[]) =>
  box(type, zeros(6), u16(1), zeros(8), u16(2, 16), zeros(4), u32((RATE << 16) >>> 0), ...config);

const OPUS: Track = {
  handler: "soun",
  sample: SILENCE,
  entry: soundEntry("Opus", box("dOps", bytesOf([0, 2], u16(312), u32(RATE), u16(0), [0]))),
};

/** Dolby AC-3. */
const AC3: Track = {
  handler: "soun",
  sample: bytesOf([0x0b, 0x77, 0, 0, 0, 0]),
  entry: soundEntry("ac-3", box("dac3", bytesOf([0x10, 0x3d, 0xe0]))),
};

/** One second of H.265, which needs a decoder of the system, with silence in Opus. */
export const hevcFilm = () => movie(HEVC, OPUS);
/** One second of silence in Opus, without a picture. */
export const soundOnlyFilm = () => movie(OPUS);
/** One second of Dolby AC-3. */
export const ac3Sound = () => movie(AC3);
