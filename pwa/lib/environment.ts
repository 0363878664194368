/**
 * What the first render depends on besides the address and the answers. The server derives it from the request and sends
 * it along, so that the browser hydrates with the same values; after that, stores switch to those of the device.
 */
export const WINDOW_WIDTHS = ["narrow", "medium", "wide", "roomy"] as const;
/** The steps between the media queries of `media-query.ts`. */
export type WindowWidth = (typeof WINDOW_WIDTHS)[number];

export interface Environment {
  /** BCP 47 tag of a catalog. */
  locale: string;
  width: WindowWidth;
  /** `Save-Data: on`. */
  savesData: boolean;
  /** Stored texts of settings by key, as the visitor's cookies have them. */
  choices: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  now: number;
  /** From 0 to 1, in place of `Math.random()`. */
  random: number;
}

let current: Environment = {
  locale: "en",
  width: "narrow",
  savesData: false,
  choices: {},
  now: 0,
  random: 0,
};

export const environment = (): Environment => current;

/** Called right before a render: rendering to a string is synchronous, so requests do not see each other's. */
export function setEnvironment(next: Environment): void {
  current = next;
}
