/** Types of parser.mjs. */
import type { ArchiveFormat } from "./format.ts";

/** Bytes that are read on demand. */
export interface Piece {
  size: number;
  /** Fills the target from a position on, as far as it can at once. @returns the number of bytes read */
  readAt: (target: Uint8Array, position: number) => number;
}

export interface SourceFile extends Piece {
  /** In the parser's folder. */
  name: string;
}

export interface Job {
  /** The file to open. */
  archive: SourceFile;
  format: ArchiveFormat;
  password?: string | undefined;
  maxEntries: number;
  maxNameBytes: number;
  /** Size limit of an unpacked file. */
  maxBytes: number;
}

export interface Listed {
  /** One character for each byte, in any encoding. */
  name: string;
  encrypted: boolean;
  /** Unpacked size as the archive file states it; null if it does not. */
  declared: number | null;
}

export interface Output {
  /** Index of the file. */
  index: number;
  /** The bytes are valid during the call. */
  write: (piece: Uint8Array, position: number) => void;
}

export interface Parser {
  readonly state: { refusedMemory: boolean };
  /** Ends the limit of memory, which applies to all of this thread. */
  close: () => void;
  /** Sets the files of the archive, in place of those before. */
  mount: (files: readonly SourceFile[]) => void;
}

/** Names with one character for each byte; `encrypted` if at least one file or the names are. */
export interface Listing {
  names: string[];
  sizes: (number | null)[];
  encrypted: boolean;
  truncated: boolean;
  /** True if the password decrypted a file whose checksum matched. */
  opened?: boolean;
}

export class Fault extends Error {}

/** @param create of 7z-wasm */
export function openParser(
  create: (options: object) => Promise<unknown>,
  setting: { memoryPages: number; options?: object },
): Promise<Parser>;
export function joined(name: string, pieces: readonly Piece[]): SourceFile;
export function bytesOf(text: string): Uint8Array;
export function readListing(parser: Parser, job: Job): Listing;
export function listFiles(parser: Parser, job: Job): { files: Listed[]; truncated: boolean };
export function unpackFiles(
  parser: Parser,
  files: readonly Listed[],
  outputs: readonly Output[],
  job: Job,
): Map<number, number>;
export function faultOf(error: unknown, parser: Parser | undefined): string;
