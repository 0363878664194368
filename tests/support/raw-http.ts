/** Bytes to a server as they are: no client in between that would repair or refuse them. */
import { connect } from "node:net";

/** A busy machine takes as long for the first byte. */
const FIRST_BYTE_TIMEOUT_MS = 100_000;
const SILENCE_MS = 3_000;

/** Sends the text and gives all that comes back until the server closes or, once it has begun, is silent for a moment. */
export function sendRaw(port: number, text: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setTimeout(FIRST_BYTE_TIMEOUT_MS, () => socket.destroy());
    socket.on("data", (part) => {
      socket.setTimeout(SILENCE_MS);
      answer += part.toString("latin1");
    });
    socket.on("error", (error) => (answer === "" ? reject(error) : resolve(answer)));
    socket.on("close", () => resolve(answer));
    socket.write(text);
  });
}

/** One request that asks the server to close afterwards. */
export function rawRequest(port: number, target: string, headers = ""): Promise<string> {
  return sendRaw(
    port,
    Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`, "latin1"),
  );
}
