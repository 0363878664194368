/**
 * An immutable index segment in one ArrayBuffer, read in place. Documents are sorted by key, terms by UTF-16 units.
 * Each term has a delta-encoded list of documents with the fields that contain it, and its letters as bits, which
 * prefilter the search for typos.
 */

import { signatureOf, unitsOf } from "#shared/text/typos.ts";
import { TEXT } from "./tokenize.ts";

/** Version of the layout below and of what is indexed; segments of other versions are not read. */
export const SEGMENT_VERSION = 5;
const MAGIC = 0x524f0000 + SEGMENT_VERSION;
const HEADER = 6;

const decoder = new TextDecoder("utf-16le");

export class Segment {
  readonly documents: number;
  readonly terms: number;
  /** Unix seconds, by document. */
  readonly dates: Uint32Array;
  /** Letters of each term as bits. */
  readonly signatures: Uint32Array;
  /** Start of each term in `termUnits`, plus the end. */
  readonly termStarts: Uint32Array;
  readonly termUnits: Uint16Array;
  /** Start of each term's documents in `postings`, plus the end. */
  readonly postingStarts: Uint32Array;
  readonly postings: Uint8Array;
  readonly #keyStarts: Uint32Array;
  readonly #keyUnits: Uint16Array;

  /** @throws RangeError if the data is not a segment of this version */
  constructor(readonly data: ArrayBuffer) {
    const [magic, documents = 0, terms = 0, keyUnits = 0, termUnits = 0, postings = 0] = new Uint32Array(
      data,
      0,
      HEADER,
    );
    if (magic !== MAGIC) throw new RangeError("Not a segment of this version.");
    let at = HEADER * 4;
    const words = (count: number) => {
      const view = new Uint32Array(data, at, count);
      at += count * 4;
      return view;
    };
    const halves = (count: number) => {
      const view = new Uint16Array(data, at, count);
      at += count * 2;
      return view;
    };
    this.documents = documents;
    this.terms = terms;
    this.dates = words(documents);
    this.#keyStarts = words(documents + 1);
    this.termStarts = words(terms + 1);
    this.postingStarts = words(terms + 1);
    this.signatures = words(terms);
    this.#keyUnits = halves(keyUnits);
    this.termUnits = halves(termUnits);
    this.postings = new Uint8Array(data, at, postings);
  }

  key(document: number): string {
    return decoder.decode(this.#keyUnits.subarray(this.#keyStarts[document], this.#keyStarts[document + 1]));
  }

  term(term: number): string {
    return decoder.decode(this.termUnits.subarray(this.termStarts[term], this.termStarts[term + 1]));
  }

  /** First document whose key is not less than `key`. */
  documentFrom(key: string): number {
    return lowerBound(this.#keyUnits, this.#keyStarts, this.documents, unitsOf(key));
  }

  /** @returns -1 if missing */
  documentOf(key: string): number {
    const document = this.documentFrom(key);
    return document < this.documents && this.key(document) === key ? document : -1;
  }

  /** First term that is not less than these units. */
  termFrom(units: Uint16Array): number {
    return lowerBound(this.termUnits, this.termStarts, this.terms, units);
  }

  /** True if a term begins with these units. */
  startsWith(term: number, units: Uint16Array): boolean {
    const start = this.termStarts[term]!;
    if (this.termStarts[term + 1]! - start < units.length) return false;
    for (let at = 0; at < units.length; at++) if (this.termUnits[start + at] !== units[at]) return false;
    return true;
  }

  /** @returns -1 if no document has it */
  termOf(units: Uint16Array): number {
    const term = this.termFrom(units);
    if (term >= this.terms || this.termStarts[term + 1]! - this.termStarts[term]! !== units.length) return -1;
    return this.startsWith(term, units) ? term : -1;
  }

  /** Calls back for each document of a term, in order, with its fields. */
  eachPosting(term: number, see: (document: number, fields: number) => void): void {
    const { postings } = this;
    const end = this.postingStarts[term + 1]!;
    let document = 0;
    for (let at = this.postingStarts[term]!; at < end; ) {
      let byte = postings[at++]!;
      let value = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = postings[at++]!;
        value |= (byte & 0x7f) << shift;
      }
      document += value >>> 1;
      see(document, (value & 1) === 1 ? TEXT : postings[at++]!);
    }
  }
}

function lowerBound(units: Uint16Array, starts: Uint32Array, count: number, wanted: Uint16Array): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareUnits(units, starts[middle]!, starts[middle + 1]!, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareUnits(units: Uint16Array, start: number, end: number, wanted: Uint16Array): number {
  const shared = Math.min(end - start, wanted.length);
  for (let at = 0; at < shared; at++) {
    const difference = units[start + at]! - wanted[at]!;
    if (difference !== 0) return difference;
  }
  return end - start - wanted.length;
}

/** Writes a segment: sorted documents and terms, each term after its documents. */
export class SegmentWriter {
  readonly #dates: number[] = [];
  readonly #keys = new Units();
  readonly #terms = new Units();
  readonly #signatures: number[] = [];
  readonly #postingStarts: number[] = [0];
  #postings = new Uint8Array(4096);
  #used = 0;
  #last = 0;

  document(key: string, date: number): void {
    this.#keys.add(unitsOf(key));
    this.#dates.push(date);
  }

  /** Ends the term whose documents were just written. */
  term(units: Uint16Array): void {
    this.#terms.add(units);
    this.#signatures.push(signatureOf(units));
    this.#postingStarts.push(this.#used);
    this.#last = 0;
  }

  posting(document: number, fields: number): void {
    if (this.#used + 8 > this.#postings.length) {
      const grown = new Uint8Array(this.#postings.length * 2);
      grown.set(this.#postings);
      this.#postings = grown;
    }
    const isText = fields === TEXT;
    let value = ((document - this.#last) << 1) | (isText ? 1 : 0);
    for (; value > 0x7f; value >>>= 7) this.#postings[this.#used++] = (value & 0x7f) | 0x80;
    this.#postings[this.#used++] = value;
    if (!isText) this.#postings[this.#used++] = fields;
    this.#last = document;
  }

  /** True if a document was written since the last term ended. */
  get hasPostings(): boolean {
    return this.#used > this.#postingStarts.at(-1)!;
  }

  end(): Segment {
    const documents = this.#dates.length;
    const terms = this.#signatures.length;
    const words = HEADER + documents * 2 + 1 + terms * 3 + 2;
    const data = new ArrayBuffer(words * 4 + (this.#keys.used + this.#terms.used) * 2 + this.#used);
    const whole = new Uint32Array(data, 0, words);
    let at = 0;
    for (const part of [
      [MAGIC, documents, terms, this.#keys.used, this.#terms.used, this.#used],
      this.#dates,
      this.#keys.starts,
      this.#terms.starts,
      this.#postingStarts,
      this.#signatures,
    ]) {
      whole.set(part, at);
      at += part.length;
    }
    const units = new Uint16Array(data, at * 4, this.#keys.used + this.#terms.used);
    units.set(this.#keys.units.subarray(0, this.#keys.used));
    units.set(this.#terms.units.subarray(0, this.#terms.used), this.#keys.used);
    new Uint8Array(data, at * 4 + units.byteLength).set(this.#postings.subarray(0, this.#used));
    return new Segment(data);
  }
}

/** Concatenated texts. */
class Units {
  units = new Uint16Array(1024);
  used = 0;
  readonly starts: number[] = [0];

  add(units: Uint16Array): void {
    if (this.used + units.length > this.units.length) {
      const grown = new Uint16Array(Math.max(this.units.length * 2, this.used + units.length));
      grown.set(this.units);
      this.units = grown;
    }
    this.units.set(units, this.used);
    this.used += units.length;
    this.starts.push(this.used);
  }
}
