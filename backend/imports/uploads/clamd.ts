/** Scans a file with clamd's INSTREAM command. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ScanVerdict } from "#shared/rules/uploads.ts";

const TIMEOUT_MS = 120_000;
const MAX_REPLY = 4_096;

export interface Scanned {
  verdict: ScanVerdict;
  /** Reply of the scanner, for the log. */
  reply: string;
}

/**
 * Sends a file in chunks while it is read for other purposes. Never throws: if the scanner is unreachable or fails, the
 * verdict is "not scanned".
 */
export class Scan {
  readonly #socket: Socket;
  readonly #reply: Promise<Scanned>;

  constructor({ host, port }: { host: string; port: number }) {
    this.#socket = connect({ host, port });
    this.#socket.on("error", () => {}); // reported by the reply
    this.#socket.setTimeout(TIMEOUT_MS, () =>
      this.#socket.destroy(new Error("The scanner does not answer.")),
    );
    this.#reply = replyOf(this.#socket).then(
      (reply) => ({ verdict: verdictOf(reply), reply }),
      (error: Error) => ({ verdict: "not_scanned", reply: error.message }),
    );
    this.#socket.write("zINSTREAM\0");
  }

  async send(piece: Buffer): Promise<void> {
    if (piece.length === 0 || !this.#socket.writable) return;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    this.#socket.write(length);
    // A scanner that replied early reads no more.
    if (!this.#socket.write(piece))
      await Promise.race([once(this.#socket, "drain").catch(() => {}), this.#reply]);
  }

  async end(): Promise<Scanned> {
    if (this.#socket.writable) this.#socket.write(Buffer.alloc(4));
    const scanned = await this.#reply;
    this.#socket.destroy();
    return scanned;
  }
}

async function replyOf(socket: Socket): Promise<string> {
  let reply = "";
  for await (const piece of socket as AsyncIterable<Buffer>) {
    reply += piece.toString("latin1");
    if (reply.includes("\0") || reply.length > MAX_REPLY) break;
  }
  return reply.split("\0")[0] ?? "";
}

/** A file over the scanner's limits is not infected: `Heuristics.Limits.Exceeded`. */
function verdictOf(reply: string): ScanVerdict {
  if (reply.endsWith(": OK")) return "clean";
  return reply.endsWith(" FOUND") && !reply.includes("Limits.Exceeded") ? "infected" : "not_scanned";
}
