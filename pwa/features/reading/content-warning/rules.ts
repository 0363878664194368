/** Rules for hiding media. Content is not labeled, so all of it is hidden until the visitor chooses. */
import { parseObject } from "../../../lib/parse-object.ts";

export interface MediaChoice {
  /** Shows media of every service. */
  all: boolean;
  /** Services whose media are shown. */
  services: readonly string[];
  /** Text only: media is not rendered at all. */
  text: boolean;
  /** Everything is hidden temporarily, by shortcut. */
  hidden: boolean;
  /** The visitor has answered the prompt. */
  asked: boolean;
}

export const UNASKED: MediaChoice = { all: false, services: [], text: false, hidden: false, asked: false };

/** Parses the stored choice; public/theme.js also reads it, before the first paint. */
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

/** Choice for this visit only: service names, or `all`. */
export type Visit = readonly string[];

export function isShown(choice: MediaChoice, visit: Visit, service: string): boolean {
  if (choice.hidden || choice.text) return false;
  return choice.all || choice.services.includes(service) || visit.includes("all") || visit.includes(service);
}

/** Value of `<html data-media>`, which the style sheet uses. */
export function tokens(choice: MediaChoice, visit: Visit): string {
  if (choice.text) return "text";
  if (choice.hidden) return "hidden";
  return [...(choice.all ? ["all"] : []), ...choice.services, ...visit].join(" ");
}
