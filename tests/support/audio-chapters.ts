/** Small audio files with chapters in each of the forms: ID3v2 frames, a chapter track, Vorbis comments. */

export interface SampleChapter {
  title: string;
  /** Whole seconds. */
  start: number;
}

export const CHAPTERS: readonly SampleChapter[] = [
  { title: "Opening", start: 0 },
  { title: "灯台へ", start: 3 },
  { title: "The storm", start: 7 },
];
const SECONDS = 11;

type Part = Uint8Array | number[] | string;

function bytesOf(...parts: Part[]): Uint8Array<ArrayBuffer> {
  const arrays = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  const bytes = new Uint8Array(arrays.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const array of arrays) {
    bytes.set(array, at);
    at += array.length;
  }
  return bytes;
}

const zeros = (count: number) => new Uint8Array(count);
const u16 = (value: number) => [value >> 8, value & 0xff];
const u32 = (...values: number[]) =>
  values.flatMap((value) => [...u16(value >>> 16), ...u16(value & 0xffff)]);
const u32le = (value: number) => u32(value).reverse();
/** Seven bits a byte. */
const synchsafe = (value: number) => [21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f);

/** An ID3v2.4 tag with chapters, and bytes of padding. */
export function id3(chapters = CHAPTERS, padding = 0): Uint8Array<ArrayBuffer> {
  const frame = (id: string, ...parts: Part[]) => {
    const body = bytesOf(...parts);
    return bytesOf(id, synchsafe(body.length), [0, 0], body);
  };
  const frames = chapters.map(({ title, start }, at) => {
    const end = chapters[at + 1]?.start ?? SECONDS;
    const times = u32(start * 1000, end * 1000, 0xffffffff, 0xffffffff);
    return frame("CHAP", `c${at}\0`, times, frame("TIT2", [3], title));
  });
  const ids = chapters.map((_, at) => `c${at}\0`).join("");
  const contents = frame("CTOC", "toc\0", [3, chapters.length], ids);
  const tag = bytesOf(...(chapters.length === 0 ? [] : [contents, ...frames]), zeros(padding));
  return bytesOf("ID3", [4, 0, 0], synchsafe(tag.length), tag);
}

/** A playable MP3 of silence, with chapters. */
export function mp3(tag = id3()): Uint8Array<ArrayBuffer> {
  // MPEG-2, layer III, 8 kbit/s, 16 kHz, mono: 36 bytes for 36 ms.
  const silence = bytesOf([0xff, 0xf3, 0x18, 0xc4], zeros(32));
  const count = Math.ceil((SECONDS * 1000) / 36);
  return bytesOf(tag, ...Array<Uint8Array>(count).fill(silence));
}

function box(type: string, ...parts: Part[]): Uint8Array {
  const body = bytesOf(...parts);
  return bytesOf(u32(body.length + 8), type, body);
}
const full = (type: string, ...parts: Part[]) => box(type, u32(0), ...parts);

/** M4A whose audio track refers to a text track; nothing in it plays. */
export function m4a(): Uint8Array<ArrayBuffer> {
  const texts = CHAPTERS.map(({ title }) => {
    const text = bytesOf(title);
    return bytesOf(u16(text.length), text);
  });
  const durations = CHAPTERS.map(({ start }, at) => (CHAPTERS[at + 1]?.start ?? SECONDS) - start);
  const ftyp = box("ftyp", "M4A ", u32(0), "M4A mp42");
  const moov = (from: number) => {
    let at = from;
    const offsets = texts.map((text) => {
      at += text.length;
      return at - text.length;
    });
    const sound = bytesOf(zeros(6), u16(1), zeros(8), u16(1), u16(16), zeros(4), u32(8000 << 16));
    return box(
      "moov",
      full("mvhd", u32(0, 0, 1000, SECONDS * 1000, 0x10000), zeros(76)),
      trak(1, 8000, box("tref", box("chap", u32(2))), {
        handler: "soun",
        entry: box("mp4a", sound),
        durations: [SECONDS * 8000],
        sizes: [4],
        offsets: [at],
      }),
      trak(2, 1, bytesOf(), {
        handler: "text",
        entry: box("text", zeros(52)),
        durations,
        sizes: texts.map(({ length }) => length),
        offsets,
      }),
    );
  };
  const from = ftyp.length + moov(0).length + 8;
  return bytesOf(ftyp, moov(from), box("mdat", ...texts, zeros(4)));
}

interface Samples {
  handler: "soun" | "text";
  entry: Uint8Array;
  durations: number[];
  sizes: number[];
  offsets: number[];
}

function trak(id: number, timeScale: number, tref: Uint8Array, samples: Samples): Uint8Array {
  const { handler, entry, durations, sizes, offsets } = samples;
  const count = sizes.length;
  const stbl = box(
    "stbl",
    full("stsd", u32(1), entry),
    full("stts", u32(count), u32(...durations.flatMap((duration) => [1, duration]))),
    full("stsc", u32(1, 1, 1, 1)),
    full("stsz", u32(0, count), u32(...sizes)),
    full("stco", u32(count), u32(...offsets)),
  );
  const mdhd = full("mdhd", u32(0, 0, timeScale, SECONDS * timeScale), [0x55, 0xc4, 0, 0]);
  const hdlr = full("hdlr", u32(0), handler, zeros(13));
  return box(
    "trak",
    full("tkhd", u32(0, 0, id, 0, SECONDS * 1000), zeros(60)),
    tref,
    box("mdia", mdhd, hdlr, box("minf", stbl)),
  );
}

/** Vendor, and the chapters as `CHAPTER000` and `CHAPTER000NAME`. */
function vorbisComments(): Uint8Array {
  const text = (value: string) => {
    const bytes = bytesOf(value);
    return bytesOf(u32le(bytes.length), bytes);
  };
  const comments = CHAPTERS.flatMap(({ title, start }, at) => {
    const id = `CHAPTER${String(at).padStart(3, "0")}`;
    return [text(`${id}=00:00:${String(start).padStart(2, "0")}.000`), text(`${id}NAME=${title}`)];
  });
  return bytesOf(text("test"), u32le(comments.length), ...comments);
}

/** Opus with one packet of silence. */
export function opus(): Uint8Array<ArrayBuffer> {
  const page = (number: number, flags: number, body: Uint8Array) => {
    const segments = [...Array<number>(Math.floor(body.length / 255)).fill(255), body.length % 255];
    const serial = u32le(1);
    const header = bytesOf("OggS", [0, flags], zeros(8), serial, u32le(number), zeros(4), [segments.length]);
    return bytesOf(header, segments, body);
  };
  const head = bytesOf("OpusHead", [1, 1, 0, 0], u32le(48_000), [0, 0, 0]);
  const tags = bytesOf("OpusTags", vorbisComments());
  return bytesOf(page(0, 2, head), page(1, 0, tags), page(2, 4, bytesOf([0xf8, 0xff, 0xfe])));
}

/** FLAC without sound. */
export function flac(): Uint8Array<ArrayBuffer> {
  const block = (type: number, body: Uint8Array) => bytesOf([type, ...u32(body.length).slice(1)], body);
  const info = bytesOf(u16(4096), u16(4096), zeros(6), [0x0a, 0xc4, 0x42, 0xf0], zeros(20));
  return bytesOf("fLaC", block(0, info), block(0x84, vorbisComments()));
}
