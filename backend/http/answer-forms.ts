/** Handler results other than plain JSON values. */
import type { Readable } from "node:stream";
import type { AccessMode } from "#shared/rules/site.ts";
import type { OpenFile } from "../files/open-file.ts";

/** Serialized JSON, such as an array built by the database. */
export class JsonText {
  constructor(
    readonly text: string | Buffer,
    /** For cached text: its ETag, and false if it may be outdated. */
    readonly cached?: { etag: string; sure: boolean },
  ) {}
}

/** Another format listed in the contract's `also`, such as YAML. */
export class OtherForm {
  constructor(
    readonly type: string,
    readonly text: string | Buffer,
  ) {}
}

/** A file and its headers. */
export interface SentFile {
  /** Called for each request. @returns undefined if there is no file */
  open: () => Promise<OpenFile | undefined>;
  type: string;
  disposition?: string;
  /** Strong, without quotes. */
  etag: string;
  /** For an open archive. */
  cacheControl: string;
  access: AccessMode;
  /** Pages of other origins may show it. */
  embeddable?: boolean;
  /** Header of the request that decides the form. */
  vary?: string;
}

/** A file of the local disk, sent with ranges, conditions and headers that keep it inert (send-file.ts). */
export class FileAnswer {
  constructor(readonly file: Omit<SentFile, "access">) {}
}

/** A stream of bytes. */
export class StreamAnswer {
  constructor(
    readonly type: string,
    readonly bytes: Readable,
    /** In bytes, if known. */
    readonly length?: number,
    /** `Content-Disposition`. */
    readonly disposition?: string,
  ) {}
}

/** Placeholder for JSON that `insertJson` inserts. No text of the database contains a NUL. */
export const jsonPlaceholder = (index: number) => `\0${index}`;
const PLACEHOLDER = /"\\u0000(\d+)"/;

/** Serializes an answer, inserting long JSON texts as returned by the database. */
export function insertJson(answer: unknown, texts: readonly Buffer[]): JsonText {
  const parts = JSON.stringify(answer)
    .split(PLACEHOLDER)
    .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : texts[Number(part)]!));
  return new JsonText(Buffer.concat(parts));
}
