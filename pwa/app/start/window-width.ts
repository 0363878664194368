/** Sends the width of the window along with requests for pages, so that the server renders the next one for it. */
import { WIDTH_COOKIE } from "#shared/rules/ssr.ts";
import { readCookie, writeCookie } from "../../lib/cookie.ts";
import { NARROW, WIDE, windowWidth } from "../../lib/media-query.ts";

/** Called once, at the start; follows the window. */
export function sendWindowWidth(): void {
  const send = () => {
    if (readCookie(WIDTH_COOKIE) !== windowWidth()) writeCookie(WIDTH_COOKIE, windowWidth());
  };
  send();
  for (const query of [NARROW, WIDE]) matchMedia(query).addEventListener("change", send);
}
