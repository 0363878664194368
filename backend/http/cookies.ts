/** Sets cookies, limited to those listed in the contract. */
import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import type { Endpoint } from "#shared/contracts/endpoint.ts";

export interface CookieOptions {
  /** Seconds; absent for a session cookie. */
  maxAge?: number;
}

/**
 * Sets a cookie that is hidden from scripts and other sites.
 * @param value undefined clears it
 * @throws Error if the contract does not list it
 */
export function setCookie(
  ctx: Context,
  contract: Endpoint,
  siteOrigin: string | undefined,
  name: string,
  value: string | undefined,
  options: CookieOptions = {},
): void {
  if (contract.cookies?.includes(name) !== true)
    throw new Error(`The contract of ${contract.path} names no cookie ${name}.`);
  writeCookie(ctx, siteOrigin, name, value, options);
}

/** Sets a cookie of the server itself; handlers use `setCookie`. */
export function writeCookie(
  ctx: Context,
  siteOrigin: string | undefined,
  name: string,
  value: string | undefined,
  { maxAge }: CookieOptions,
): void {
  const secure = siteOrigin?.startsWith("https:") === true;
  ctx.cookies.secure = secure; // TLS may end at a proxy
  ctx.cookies.set(name, value, {
    httpOnly: true,
    sameSite: "lax",
    overwrite: true,
    secure,
    ...(maxAge === undefined ? {} : { maxAge: maxAge * 1_000 }),
  });
}

/** First cookie with the name, undecoded; undefined if there is none. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  for (const pair of (headers.cookie ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
