/** Messages between the API and the server rendering thread, and the hydration data of a page. */
import type { Topic } from "../contracts/topics.ts";

export const WINDOW_WIDTHS = ["narrow", "medium", "wide"] as const;
/** Breakpoints of the app's layout: 720, 1020 and 1200 px. */
export type WindowWidth = (typeof WINDOW_WIDTHS)[number];

/** Cookie with the visitor's window width, a `WindowWidth`. */
export const WIDTH_COOKIE = "window";
/** Cookie with the chosen language. */
export const LOCALE_COOKIE = "locale";

/**
 * Inputs of the first render besides the URL and the API responses. The server derives them from the request and sends
 * them along, so that the browser hydrates with the same values; after that, stores switch to the device's values.
 */
export interface Environment {
  /** BCP 47 tag of a catalog. */
  locale: string;
  width: WindowWidth;
  /** `Save-Data: on`. */
  savesData: boolean;
  /** Raw setting values by key, from the visitor's cookies. */
  choices: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  now: number;
  /** From 0 to 1, replaces `Math.random()`. */
  random: number;
}

/** Start data of the thread. */
export interface RendererSetup {
  /** Vite's manifest of the app's files. */
  manifest: string;
  /** Contents of the page's `meta` elements by name. */
  metas: Record<string, string>;
}

export interface RenderRequest {
  id: number;
  path: string;
  /** Origin of the API. */
  origin: string;
  environment: Environment;
}

export interface RenderedPage {
  /** Language of the screen, for `lang`. */
  locale: string;
  /** Scripts, styles and links of the head, in place of those that start the app at once. */
  head: string;
  /** Markup of the screen, for `#root`. */
  html: string;
  /** Topics of the responses it contains: a change of one invalidates the page. */
  topics: readonly Topic[];
  /** A script element with the `HydrationData`. */
  data: string;
}

/** @property page undefined if the screen is not rendered on the server, is too large, or the API did not respond */
export interface RenderReply {
  id: number;
  page?: RenderedPage | undefined;
}

/** First message of the thread: names of the cookies that rendering depends on. */
export interface RendererReady {
  /** Their values become `Environment.choices`. */
  choices: readonly string[];
  /** Any of these hides content that only the device can filter out, so nothing is rendered. */
  skips: readonly string[];
  /** Patterns of all addresses of the app. */
  routes: readonly string[];
}

/** Embedded in the page under `HYDRATION_DATA`. */
export interface HydrationData {
  environment: Environment;
  /** react-query's `DehydratedState`. */
  queries: unknown;
}

/** Id of the script element with the `HydrationData`. */
export const HYDRATION_DATA = "hydration-data";
