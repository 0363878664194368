/** Which media is hidden. Content is not labeled, so all of it is until the visitor chooses. */
import { parseObject } from "../../../lib/parse-object.ts";

export interface MediaChoice {
  /** Shown from every service. */
  all: boolean;
  /** Services whose media are shown. */
  services: readonly string[];
  /** No media at all, not even hidden. */
  text: boolean;
  /** Everything is hidden for now, by shortcut. */
  hidden: boolean;
  /** The visitor has answered, whatever it was. */
  asked: boolean;
}

export const UNASKED: MediaChoice = { all: false, services: [], text: false, hidden: false, asked: false };

/** Read by public/theme.js as well, before the first paint. */
export function parseChoice(text: string): MediaChoice | undefined {
  const raw = parseObject(text);
  if (raw === undefined) return undefined;
  const { all, services, text: textOnly, hidden, asked } = raw;
  return {
    all: all === true,
    services: Array.isArray(services) ? services.filter((one) => typeof one === "string") : [],
    text: textOnly === true,
    hidden: hidden === true,
    asked: asked === true,
  };
}

/** For this visit only: service names, or `all`. */
export type Visit = readonly string[];

export function isShown(choice: MediaChoice, visit: Visit, service: string): boolean {
  if (choice.hidden || choice.text) return false;
  return choice.all || choice.services.includes(service) || visit.includes("all") || visit.includes(service);
}

/** The value of `<html data-media>`: what the style sheet shows. */
export function tokens(choice: MediaChoice, visit: Visit): string {
  if (choice.text) return "text";
  if (choice.hidden) return "hidden";
  return [...(choice.all ? ["all"] : []), ...choice.services, ...visit].join(" ");
}
