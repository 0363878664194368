/** Answers of handlers that are not plain JSON values. */
import type { Readable } from "node:stream";

/** JSON text that exists already, such as an array built by the database. */
export class JsonText {
  constructor(
    readonly text: string | Buffer,
    /** Of a cached text: its tag, and false where it may be behind the database. */
    readonly cached?: { etag: string; sure: boolean },
  ) {}
}

/** Another form that the contract names under `also`, such as YAML. */
export class OtherForm {
  constructor(
    readonly type: string,
    readonly text: string | Buffer,
  ) {}
}

/** Bytes, sent as they come. */
export class StreamAnswer {
  constructor(
    readonly type: string,
    readonly bytes: Readable,
    /** In bytes, where it is known. */
    readonly length?: number,
    /** `Content-Disposition`. */
    readonly disposition?: string,
  ) {}
}

/** Stands in an answer for JSON that `inserting` puts there. No text of the database has a NUL. */
export const inserted = (place: number) => `\0${place}`;
const INSERTED = /"\\u0000(\d+)"/;

/** An answer with long texts as the database wrote them. */
export function inserting(answer: unknown, texts: readonly Buffer[]): JsonText {
  const parts = JSON.stringify(answer)
    .split(INSERTED)
    .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : texts[Number(part)]!));
  return new JsonText(Buffer.concat(parts));
}
