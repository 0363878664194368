/** What the API and the thread that renders first screens exchange, and what a page carries for hydration. */
import type { Topic } from "../contracts/topics.ts";

export const WINDOW_WIDTHS = ["narrow", "medium", "wide"] as const;
/** The steps between the media queries of the app's layout: 720, 1020 and 1200 px. */
export type WindowWidth = (typeof WINDOW_WIDTHS)[number];

/** Cookie with the width of the visitor's window, a `WindowWidth`. */
export const WIDTH_COOKIE = "window";
/** Cookie with the chosen language. */
export const LOCALE_COOKIE = "locale";

/**
 * What the first render depends on besides the address and the answers. The server derives it from the request and sends
 * it along, so that the browser hydrates with the same values; after that, stores switch to those of the device.
 */
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

/** What the thread is started with. */
export interface RendererSetup {
  /** Vite's manifest of the app's files. */
  manifest: string;
  /** Contents of the page's `meta` elements by name. */
  metas: Record<string, string>;
}

export interface RenderRequest {
  id: number;
  path: string;
  /** Of the API. */
  origin: string;
  environment: Environment;
}

export interface RenderedPage {
  /** Of the screen, for `lang`. */
  locale: string;
  /** Scripts, styles and links of the head, in place of those that start the app at once. */
  head: string;
  /** The screen, for `#root`. */
  html: string;
  /** Of the answers in it: a change of one makes another page. */
  topics: readonly Topic[];
  /** A script element with the `HydrationData`. */
  data: string;
}

/** @property page missing where the screen is not rendered on the server, is too large, or the API did not answer */
export interface RenderReply {
  id: number;
  page?: RenderedPage | undefined;
}

/** The thread's first message: names of the cookies that rendering depends on. */
export interface RendererReady {
  /** Their texts become `Environment.choices`. */
  choices: readonly string[];
  /** With any of these, content is hidden that only the device can leave out: nothing is rendered. */
  skips: readonly string[];
}

/** In the page, under `HYDRATION_DATA`. */
export interface HydrationData {
  environment: Environment;
  /** react-query's `DehydratedState`. */
  queries: unknown;
}

/** Id of the page's script element with the `HydrationData`. */
export const HYDRATION_DATA = "hydration-data";
