/** A login provider that sends the tokens a test asks for, signed or not, which a real one would refuse to. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { CLIENT } from "./oidc.ts";

/** Header and claims of an ID token, and the key that signs it. */
export interface Token {
  claims: JWTPayload;
  header?: { alg: string; kid?: string; typ?: string };
  /** `other` is a key that the provider does not publish. */
  key?: "own" | "other" | "none";
}

export interface HostileProvider extends AsyncDisposable {
  issuer: string;
  sign(token: Token): Promise<string>;
  /** Claims of a valid ID token. */
  claims(nonce: string, more?: JWTPayload): JWTPayload;
  /** Sets the ID token of the next answers. */
  answers(idToken: string): void;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export async function startHostileProvider(): Promise<HostileProvider> {
  const [own, other] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "own", alg: "RS256", use: "sig" };
  let idToken = "";
  const server = createServer((request, response) => {
    const documents: Record<string, object> = {
      "/.well-known/openid-configuration": {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        authorization_response_iss_parameter_supported: true,
      },
      "/keys": { keys: [jwk] },
      "/token": { access_token: "x", token_type: "Bearer", id_token: idToken },
    };
    const document = documents[request.url ?? ""];
    response.writeHead(document === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const now = () => Math.floor(Date.now() / 1_000);
  return {
    issuer,
    claims: (nonce, more = {}) => ({
      iss: issuer,
      sub: "bea",
      aud: CLIENT.client_id,
      iat: now(),
      exp: now() + 300,
      nonce,
      ...more,
    }),
    async sign({ claims, header = { alg: "RS256", kid: "own" }, key = "own" }) {
      if (key === "none") return `${encode(header)}.${encode(claims)}.`;
      return await new SignJWT(claims)
        .setProtectedHeader(header)
        .sign(key === "own" ? own.privateKey : other.privateKey);
    },
    answers: (token) => {
      idToken = token;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
