/** How wide the cards of post lists are, in pixels: in a cookie, as other clients of the archive use it. */
import { readCookie, writeCookie } from "./cookie.ts";
import { environment } from "./environment.ts";
import { createSetting } from "./setting.ts";

/** `public/theme.js` has the same bounds. */
export const CARD_SIZE = { min: 120, max: 400, step: 10, usual: 180 } as const;

export function sizeOf(text: string): number | undefined {
  const size = Number(text);
  return size >= CARD_SIZE.min && size <= CARD_SIZE.max ? size : undefined;
}

/** Read once: every card of a list asks, and cookies are slow to read. */
let known: { text: string | undefined } | undefined;

export const cardSize = createSetting<number>("thumbSize", sizeOf, CARD_SIZE.usual, {
  print: String,
  storage: {
    read: (key) => {
      if (typeof document === "undefined") return environment().choices[key];
      known ??= { text: readCookie(key) };
      return known.text;
    },
    write: (key, text) => {
      writeCookie(key, text);
      known = { text };
    },
  },
  ssr: "sent",
});

/** Lists in view follow at once. */
export function chooseCardSize(size: number | undefined): void {
  cardSize.set(size);
  const { style } = document.documentElement;
  if (size === undefined) style.removeProperty("--card");
  else style.setProperty("--card", `${size}px`);
}
