/** Random secrets; only their hash is stored. */
import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, 43 characters. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256: sufficient for random secrets. */
export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
