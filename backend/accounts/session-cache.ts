/**
 * Remembers who a session is, for files alone: a page has dozens of pictures, and a film asks for many ranges. Everything
 * else asks the database with each request.
 */
import type { IncomingMessage } from "node:http";
import type { Changes } from "../db/changes.ts";
import { VersionedCache } from "../http/cache.ts";
import type { Authenticate, Principal } from "../http/principal.ts";
import { sessionCookie } from "./sessions.ts";

const MAX_SESSIONS = 10_000;
/** Sessions also end by their age, which is not notified. */
const MAX_AGE_MS = 60_000;

/**
 * @param isFile true for requests of files
 * @param proxyUser name in the proxy's header, on which a session may depend
 */
export function rememberingSessions(
  authenticate: Authenticate,
  changes: Changes,
  isFile: (request: IncomingMessage) => boolean,
  proxyUser: (request: IncomingMessage) => string | undefined,
): Authenticate {
  const known = new VersionedCache<Principal | undefined>(["sessions"], { max: MAX_SESSIONS });
  return (request) => {
    const cookie = sessionCookie(request);
    // Access tokens count each use.
    if (cookie === undefined || request.headers.authorization !== undefined || !isFile(request))
      return authenticate(request);
    const period = Math.floor(Date.now() / MAX_AGE_MS);
    const key = JSON.stringify([period, cookie.id, cookie.secret, proxyUser(request)]);
    return known.get(changes, key, () => authenticate(request));
  };
}
