/** Decodes file names whose encoding nothing states: names on old disks, and those inside archive files. */

/**
 * A group of characters of an encoding, as ranges of bytes, and how much of a name it makes up. The share over the
 * number of its characters is the probability of each of them.
 */
type Group = readonly [share: number, ...ranges: (readonly [from: number, to: number])[]];

interface Encoding {
  /** For TextDecoder, or a decoder of our own where that has none. */
  decoder: string | ((bytes: Uint8Array) => string | undefined);
  /** Two-byte characters, and single bytes from 0x80. */
  groups: readonly Group[];
  /** Characters whose group is none of these. */
  rest: number;
  /** Letters of one byte: those of Latin scripts stand beside ASCII letters, those of others beside each other. */
  letters?: "latin" | "other";
}

const ROW = [0xa1, 0xfe] as const;
/** Characters from 0x80 on of encodings that TextDecoder lacks, or that Node 20 decodes as ISO 8859-1 (1252). */
const CP437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
  "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
const WINDOWS_1252 =
  "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ" +
  String.fromCharCode(...Array.from({ length: 96 }, (_, at) => 0xa0 + at));

/** Encodings of file names in the wild: of Windows and DOS by country, and of older Unix systems. */
const ENCODINGS: readonly Encoding[] = [
  {
    decoder: "shift_jis",
    groups: [
      [0.45, [0x82, 0x82], [0x9f, 0xf1]], // kana
      [0.45, [0x83, 0x83], [0x40, 0x96]],
      [0.4, [0x88, 0x97], [0x40, 0xfc]], // frequent kanji
      [0.1, [0x81, 0x82], [0x40, 0xfc]], // punctuation, wide letters and digits
      [0.02, [0x98, 0xea], [0x40, 0xfc]],
      [0.02, [0x87, 0x87], [0x40, 0x9c]], // circled digits
      [0.03, [0xa1, 0xdf]], // narrow kana
    ],
    rest: 1e-8,
  },
  {
    decoder: "gb18030",
    groups: [
      [0.85, [0xb0, 0xd7], ROW], // frequent characters
      [0.08, [0xd8, 0xf7], ROW],
      [0.05, [0xa1, 0xa3], ROW],
      [0.01, [0xa4, 0xa5], ROW], // kana
    ],
    rest: 5e-7,
  },
  {
    decoder: "euc-kr",
    groups: [
      [0.9, [0xb0, 0xc8], ROW], // syllables
      [0.05, [0xa1, 0xa3], ROW],
      [0.02, [0xca, 0xfd], ROW],
    ],
    rest: 5e-7,
  },
  {
    decoder: "big5",
    groups: [
      [0.85, [0xa4, 0xc6], [0x40, 0xfe]], // frequent characters
      [0.05, [0xa1, 0xa3], [0x40, 0xfe]],
      [0.03, [0xc9, 0xf9], [0x40, 0xfe]],
    ],
    rest: 1e-7,
  },
  {
    decoder: "euc-jp",
    groups: [
      [0.5, [0xa4, 0xa5], ROW], // kana
      [0.35, [0xb0, 0xcf], ROW], // frequent kanji
      [0.1, [0xa1, 0xa3], ROW],
      [0.02, [0xd0, 0xf4], ROW],
    ],
    rest: 1e-8,
  },
  {
    decoder: "windows-1251",
    groups: [
      [0.8, [0xe0, 0xff]],
      [0.15, [0xc0, 0xdf]],
    ],
    rest: 1e-3,
    letters: "other",
  },
  {
    decoder: "ibm866",
    groups: [
      [0.5, [0xa0, 0xaf]],
      [0.4, [0xe0, 0xef]],
      [0.1, [0x80, 0x9f]],
    ],
    rest: 1e-6,
    letters: "other",
  },
  {
    decoder: "koi8-r",
    groups: [
      [0.8, [0xc0, 0xdf]],
      [0.15, [0xe0, 0xff]],
    ],
    rest: 1e-5,
    letters: "other",
  },
  {
    decoder: byTable(WINDOWS_1252),
    groups: [
      [0.9, [0xc0, 0xff]],
      [0.1, [0x82, 0xbf]],
    ],
    rest: 1e-6,
    letters: "latin",
  },
  {
    decoder: byTable(CP437),
    groups: [
      [0.9, [0x80, 0xa5]],
      [0.05, [0xe1, 0xe1]], // ß
    ],
    rest: 1e-6,
    letters: "latin",
  },
];

/** Names that are compared in each encoding, and bytes of each; the others must only fit. */
const MAX_SCORED = 200;
const MAX_SCORED_BYTES = 200;
/** The first encoding must be this many times as likely as the second, or the encoding counts as unknown. */
const MARGIN = Math.log(6);
const ASCII = Math.log(1 / 96);
/** A letter of one byte beside one of the other kind: `é` beside `é`, or `ж` beside `x`. */
const ODD_NEIGHBOR = Math.log(0.01);

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes names that belong together, such as those of a folder: UTF-8 where they are, the others by the one encoding
 * that fits all of them. If none does, or several do, bytes outside of ASCII become `%83`, as in an address.
 */
export function decodeNames(names: readonly Uint8Array[]): string[] {
  const decoded = names.map(decodeUtf8);
  const undecided = names.filter((_, at) => decoded[at] === undefined);
  const decode = undecided.length === 0 ? escapeBytes : (findDecoder(undecided) ?? escapeBytes);
  return names.map((name, at) => decoded[at] ?? decode(name) ?? escapeBytes(name));
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reversible: `%` is escaped as well, and so is the byte of a backslash, which some systems take for a separator. */
export function escapeBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    const isPlain = byte >= 0x20 && byte < 0x7f && character !== "%" && character !== "\\";
    return isPlain ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

type Decode = (bytes: Uint8Array) => string | undefined;

/** @returns undefined if no encoding fits all names, or none much better than the others */
function findDecoder(names: readonly Uint8Array[]): Decode | undefined {
  const sample = names.slice(0, MAX_SCORED).map((name) => name.subarray(0, MAX_SCORED_BYTES));
  const fitting = ENCODINGS.flatMap((encoding) => {
    const decode = decoderOf(encoding);
    if (!names.every((name) => isReadable(decode(name)))) return [];
    return { decode, score: sample.reduce((sum, name) => sum + scoreOf(name, encoding), 0) };
  }).sort((a, b) => b.score - a.score);
  const [best, second] = fitting;
  if (best === undefined || best.score - (second?.score ?? Number.NEGATIVE_INFINITY) < MARGIN)
    return undefined;
  return best.decode;
}

function decoderOf({ decoder }: Encoding): Decode {
  if (typeof decoder !== "string") return decoder;
  const fatal = new TextDecoder(decoder, { fatal: true });
  return (bytes) => {
    try {
      return fatal.decode(bytes);
    } catch {
      return undefined;
    }
  };
}

/** Names have no control characters, none of private use and none that stand for unknown bytes. */
const isReadable = (name: string | undefined): boolean =>
  name !== undefined && !/[\p{Cc}\p{Co}\p{Cn}\ufffd]/u.test(name);

function byTable(table: string): Decode {
  return (bytes) =>
    Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : table[byte - 0x80])).join("");
}

/** Logarithm of the probability of a name in an encoding. */
function scoreOf(name: Uint8Array, encoding: Encoding): number {
  let score = 0;
  for (let at = 0; at < name.length; ) {
    const length = lengthOf(name, at, encoding);
    score += (name[at] ?? 0) < 0x80 ? ASCII : probabilityOf(name.subarray(at, at + length), encoding);
    if (length === 1 && encoding.letters !== undefined && hasOddNeighbor(name, at, encoding.letters))
      score += ODD_NEIGHBOR;
    at += length;
  }
  return score;
}

/** Bytes of the character that starts there. */
function lengthOf(name: Uint8Array, at: number, { decoder, letters }: Encoding): number {
  const lead = name[at] ?? 0;
  if (lead < 0x80 || letters !== undefined) return 1;
  if (decoder === "shift_jis" && lead >= 0xa1 && lead <= 0xdf) return 1;
  const second = name[at + 1] ?? 0;
  if (decoder === "gb18030" && second >= 0x30 && second <= 0x39) return 4;
  return decoder === "euc-jp" && lead === 0x8f ? 3 : 2;
}

function probabilityOf(character: Uint8Array, { groups, rest }: Encoding): number {
  for (const [share, ...ranges] of groups) {
    if (ranges.length !== character.length) continue;
    if (!ranges.every(([from, to], at) => (character[at] ?? 0) >= from && (character[at] ?? 0) <= to))
      continue;
    return Math.log(share / ranges.reduce((size, [from, to]) => size * (to - from + 1), 1));
  }
  return Math.log(rest);
}

function hasOddNeighbor(name: Uint8Array, at: number, letters: "latin" | "other"): boolean {
  if ((name[at] ?? 0) < 0x80) return false;
  const isOdd = (byte = 0x20) =>
    letters === "latin" ? byte >= 0x80 : /[a-z]/i.test(String.fromCharCode(byte));
  return isOdd(name[at - 1]) || isOdd(name[at + 1]);
}
