/** Name of the person that a trusted proxy has logged in (`TRUSTED_USER_HEADER`). */
import type { IncomingMessage } from "node:http";
import type { Config } from "../config.ts";
import { isFromProxy } from "./client-address.ts";

const MAX_NAME = 200;
/** A comma joins the values of a header that was sent twice. */
const NAME = new RegExp(`^[^\\p{C},]{1,${MAX_NAME}}$`, "u");

/** Undefined for requests that come from any other address, or name nobody or two. */
export function proxyUser(
  request: IncomingMessage,
  { TRUSTED_USER_HEADER: header, TRUSTED_PROXIES }: Pick<Config, "TRUSTED_USER_HEADER" | "TRUSTED_PROXIES">,
): string | undefined {
  if (header === undefined || !isFromProxy(request, TRUSTED_PROXIES)) return undefined;
  const value = Buffer.from([request.headers[header]].flat().join(","), "latin1").toString().trim();
  return NAME.test(value) ? value : undefined;
}
