/** The archive at http://archive.lan, which is no secure context. Only the browsers of the journeys resolve the name. */
const address = new URL(process.env["ROOST_URL"] ?? "http://127.0.0.1:8000");
address.hostname = "archive.lan";
const cookie = { name: "ssr", value: "0", path: "/", expires: -1, httpOnly: false, secure: false };
const choices = [{ name: "media", value: JSON.stringify({ all: true, asked: true }) }];

/** For `test.use`. */
export const PLAIN_HTTP = {
  baseURL: address.origin,
  storageState: {
    cookies: [{ ...cookie, sameSite: "Lax" as const, domain: address.hostname }],
    origins: [{ origin: address.origin, localStorage: choices }],
  },
};
