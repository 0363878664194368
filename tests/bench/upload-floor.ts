/** A process that receives files as cheaply as Node can: hashed and written as they come; started by bench-upload. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";

const folder = process.env["FOLDER"] ?? "";
let next = 0;

/** @param isDurable waits for the disk @returns SHA-256 */
async function receive(request: IncomingMessage, isDurable: boolean): Promise<string> {
  const file = await open(join(folder, String(next++ % 8)), "w");
  try {
    const hash = createHash("sha256");
    for await (const piece of request as AsyncIterable<Buffer>) {
      hash.update(piece);
      await file.write(piece);
    }
    if (isDurable) await file.datasync();
    return hash.digest("hex");
  } finally {
    await file.close();
  }
}

createServer((request, response) => {
  receive(request, request.url === "/durable").then(
    (hash) => response.end(hash),
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(Number(process.env["PORT"]), "127.0.0.1", () => process.send?.("ready"));
