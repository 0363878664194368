/** Stores the window width in a cookie, for server rendering. */
import { WIDTH_COOKIE } from "#shared/rules/ssr.ts";
import { readCookie, writeCookie } from "../../lib/cookie.ts";
import { NARROW, WIDE, windowWidth } from "../../lib/media-query.ts";

/** Called once at startup; follows resizes. */
export function sendWindowWidth(): void {
  const send = () => {
    if (readCookie(WIDTH_COOKIE) !== windowWidth()) writeCookie(WIDTH_COOKIE, windowWidth());
  };
  send();
  for (const query of [NARROW, WIDE]) matchMedia(query).addEventListener("change", send);
}
