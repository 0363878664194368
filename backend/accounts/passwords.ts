/** Argon2id passwords: limited concurrency and a bounded queue. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { BUSY, COMMON_PASSWORD } from "#shared/contracts/accounts.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { badInput, unavailable } from "../http/errors.ts";
import { isCommon } from "./common-passwords.ts";

/** 19 MiB and two passes, as OWASP recommends; Argon2id is the library's default. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Compared with the passwords of accounts that do not exist. */
let dummyHash: Promise<string> | undefined;

export class Passwords {
  readonly #limit = new ConcurrencyLimit({
    concurrency: 2,
    maxQueued: 20,
    busyError: () => unavailable(BUSY),
  });

  /** @throws HttpError 400 for a common password, 503 if the queue is full */
  async hash(password: string): Promise<string> {
    const normalized = normalizePassword(password);
    if (await isCommon(normalized)) throw badInput(COMMON_PASSWORD);
    return await this.#limit.run(() => hash(normalized, PARAMETERS));
  }

  /**
   * Takes as long without an account, so that timing does not reveal which names exist.
   * @param stored undefined if there is no account, null if it has no password
   * @throws HttpError 503 if the queue is full
   */
  async verify(stored: string | null | undefined, password: string): Promise<boolean> {
    dummyHash ??= hash(randomBytes(32), PARAMETERS);
    const against = stored ?? (await dummyHash);
    const matches = await this.#limit.run(() => verify(against, normalizePassword(password)));
    return matches && against === stored;
  }
}

/** Keyboards differ in how they compose accents. */
function normalizePassword(password: string): string {
  return password.normalize("NFC");
}

/** Cookie value for a device that has logged in; valid until the password changes. */
export function deviceToken(stored: string): string {
  const nonce = randomBytes(16).toString("base64url");
  return `${nonce}.${macOf(stored, nonce)}`;
}

export function isKnownDevice(token: string | undefined, stored: string | null): boolean {
  if (stored === null) return false;
  const [nonce = "", mac = ""] = token?.split(".") ?? [];
  const expected = macOf(stored, nonce);
  return mac.length === expected.length && timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
}

function macOf(stored: string, nonce: string): string {
  return createHmac("sha256", stored).update(`device ${nonce}`).digest("base64url");
}
