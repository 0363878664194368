/** Random secrets, of which only the hash is stored. */
import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, 43 characters. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256: enough for what cannot be guessed. */
export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
