/** The device's half of Web Push: keys of a subscription, and what was sealed for them (RFC 8188, RFC 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

export interface PushDevice {
  keys: { p256dh: string; auth: string };
  /** Opens the body of a push. */
  open(body: Buffer): unknown;
}

export function pushDevice(): PushDevice {
  const ecdh = createECDH("prime256v1");
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    open(body) {
      const salt = body.subarray(0, 16);
      const idLength = body[20] ?? 0;
      const sender = body.subarray(21, 21 + idLength);
      const sealed = body.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32));
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
      const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
      decipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as unknown;
    },
  };
}
