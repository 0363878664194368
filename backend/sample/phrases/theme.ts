/** What a creator writes about: templates whose `{slot}` is filled from `words`, `{n}` and `{m}` with numbers. */
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
  /** Whole sentences, any of which may stand beside any other. */
  lines: readonly string[];
  /** Items of a bulleted list. */
  items: readonly string[];
  tags: readonly string[];
  words: Readonly<Record<string, readonly string[]>>;
}

/** What everybody who writes a language says now and then. */
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
