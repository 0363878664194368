/** Passwords as Argon2id: few are hashed at once, and a bounded number waits. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { BUSY, COMMON_PASSWORD } from "#shared/contracts/accounts.ts";
import { badInput, unavailable } from "../http/errors.ts";
import { Slots } from "../slots.ts";
import { isCommon } from "./common-passwords.ts";

/** 19 MiB and two passes, as OWASP advises; Argon2id is the library's default. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export class Passwords {
  readonly #slots = new Slots({ atOnce: 2, waiting: 20, refusal: () => unavailable(BUSY) });
  #nobodys: Promise<string> | undefined;

  /** @throws HttpError 400 for a common password, 503 where too many wait */
  async hash(password: string): Promise<string> {
    if (isCommon(composed(password))) throw badInput(COMMON_PASSWORD);
    return await this.#slots.run(() => hash(composed(password), PARAMETERS));
  }

  /**
   * Takes as long where there is no account, so that time does not say which names exist.
   * @param stored undefined where there is no account
   * @throws HttpError 503 where too many wait
   */
  async verify(stored: string | undefined, password: string): Promise<boolean> {
    this.#nobodys ??= hash(randomBytes(32), PARAMETERS);
    const against = stored ?? (await this.#nobodys);
    const fits = await this.#slots.run(() => verify(against, composed(password)));
    return fits && stored !== undefined;
  }
}

/** Keyboards differ in whether they compose accents. */
function composed(password: string): string {
  return password.normalize("NFC");
}

/** The value of a cookie for a device that has logged in; valid until the password changes. */
export function deviceToken(stored: string): string {
  const nonce = randomBytes(16).toString("base64url");
  return `${nonce}.${macOf(stored, nonce)}`;
}

export function isKnownDevice(token: string | undefined, stored: string): boolean {
  const [nonce = "", mac = ""] = token?.split(".") ?? [];
  const expected = macOf(stored, nonce);
  return mac.length === expected.length && timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
}

function macOf(stored: string, nonce: string): string {
  return createHmac("sha256", stored).update(`device ${nonce}`).digest("base64url");
}
