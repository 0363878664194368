/** Encrypts responses and their addresses in Cache Storage. */
import { type Ciphers, isEncryptedText } from "./ciphers.ts";

const PATH = "/encrypted/";

/** Address under which the response is stored. */
export function encryptAddress(ciphers: Ciphers, address: URL): URL {
  return new URL(PATH + ciphers.encryptText(address.href), address);
}

/** @returns the address itself if it is not an encrypted one. @throws Error if it was encrypted with another key */
export function decryptAddress(ciphers: Ciphers | undefined, address: URL): URL {
  const text = address.pathname.slice(PATH.length);
  if (ciphers === undefined || !address.pathname.startsWith(PATH) || !isEncryptedText(text)) return address;
  return new URL(ciphers.decryptText(text));
}

/** @param place what it is; it can be decrypted with the same place only */
export async function encryptResponse(
  ciphers: Ciphers,
  response: Response,
  place: string,
): Promise<Response> {
  const bytes = await ciphers.encryptBytes(new Uint8Array(await response.arrayBuffer()), place);
  return new Response(bytes, { headers: response.headers });
}

/** @throws Error if it was changed, moved, or encrypted with another key */
export async function decryptResponse(
  ciphers: Ciphers,
  response: Response,
  place: string,
): Promise<Response> {
  const bytes = await ciphers.decryptBytes(new Uint8Array(await response.arrayBuffer()), place);
  return new Response(bytes, { headers: response.headers });
}
