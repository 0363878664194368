/** A creator's topics: templates with `{slot}` filled from `words`, `{n}` and `{m}` with numbers. */
import type { PaletteName } from "../media/palettes.ts";

export type Language = "en" | "ja" | "zh" | "ko" | "ru";
export type Motif =
  | "hills"
  | "harbour"
  | "lanterns"
  | "city"
  | "waves"
  | "tiles"
  | "botanical"
  | "sprites"
  | "lines"
  | "rings"
  | "cushions"
  | "ribbons";

export interface Theme {
  language: Language;
  motif: Motif;
  palettes: readonly PaletteName[];
  titles: readonly string[];
  /** Whole sentences in any order. */
  lines: readonly string[];
  /** Items of a bulleted list. */
  items: readonly string[];
  tags: readonly string[];
  words: Readonly<Record<string, readonly string[]>>;
}

/** Typical phrases of a language. */
export interface Voice {
  openings: readonly string[];
  closings: readonly string[];
  comments: readonly string[];
  replies: readonly string[];
  dms: readonly string[];
  notices: readonly string[];
  commenters: readonly string[];
  listHeads: readonly string[];
  linkTexts: readonly string[];
  poll: { title: string; choices: readonly string[] };
}
