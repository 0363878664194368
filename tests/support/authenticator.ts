/** An authenticator in software, whose answers can be wrong in each way that a server must notice. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

export interface Lies {
  /** In place of the site's. */
  origin?: string;
  domain?: string;
  /** True if the person was asked for a PIN or a finger. */
  isVerified?: boolean;
  counter?: number;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const encoded = (data: string | Buffer | Uint8Array) => Buffer.from(data).toString("base64url");

export class Authenticator {
  readonly #site: URL;
  readonly #id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  #counter = 0;

  /** @param origin of the site */
  constructor(origin: string) {
    this.#site = new URL(origin);
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = privateKey;
    this.#publicKey = publicKey;
  }

  get id(): string {
    return encoded(this.#id);
  }

  /** The answer to creation options. */
  create(challenge: string, lies: Lies = {}) {
    const length = Buffer.from([0, this.#id.length]);
    const authData = Buffer.concat([
      this.#head(ATTESTED, lies),
      Buffer.alloc(16), // of no known model
      length,
      this.#id,
      this.#cose(),
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", new Uint8Array(authData)],
      ]),
    );
    return this.#credential({
      clientDataJSON: encoded(this.#client("webauthn.create", challenge, lies)),
      attestationObject: encoded(attestation),
      transports: ["internal"],
    });
  }

  /** The answer to request options. */
  get(challenge: string, lies: Lies = {}) {
    const authData = this.#head(0, lies);
    const client = this.#client("webauthn.get", challenge, lies);
    const signed = Buffer.concat([authData, sha256(client)]);
    return this.#credential({
      clientDataJSON: encoded(client),
      authenticatorData: encoded(authData),
      signature: encoded(sign("sha256", signed, this.#key)),
    });
  }

  #credential<R extends object>(response: R) {
    return { id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {}, response };
  }

  #client(type: string, challenge: string, { origin = this.#site.origin }: Lies): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #head(flags: number, { domain = this.#site.hostname, isVerified = true, counter }: Lies): Buffer {
    this.#counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.#counter);
    const all = flags | PRESENT | (isVerified ? VERIFIED : 0);
    return Buffer.concat([sha256(domain), Buffer.from([all]), count]);
  }

  #cose(): Buffer {
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [1, 2], // an elliptic curve
      [3, -7], // ES256
      [-1, 1], // P-256
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    return Buffer.from(isoCBOR.encode(key));
  }
}
