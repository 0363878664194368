/** Width of the cards in post lists, in pixels; a cookie, as in other clients of the archive. */
import { readCookie, writeCookie } from "./cookie.ts";
import { environment } from "./environment.ts";
import { createSetting } from "./setting.ts";

/** Same limits as in `public/theme.js`. */
export const CARD_SIZE = { min: 120, max: 400, step: 10, initial: 180 } as const;

export function sizeOf(text: string): number | undefined {
  const size = Number(text);
  return size >= CARD_SIZE.min && size <= CARD_SIZE.max ? size : undefined;
}

/** Cached, because every card reads it and cookies are slow to read. */
let known: { text: string | undefined } | undefined;

export const cardSize = createSetting<number>("thumbSize", sizeOf, CARD_SIZE.initial, {
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

/** Applies immediately to visible lists. */
export function chooseCardSize(size: number | undefined): void {
  cardSize.set(size);
  const { style } = document.documentElement;
  if (size === undefined) style.removeProperty("--card");
  else style.setProperty("--card", `${size}px`);
}
