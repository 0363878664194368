import { CHINESE_KOREAN } from "./chinese-korean.ts";
import { ENGLISH_DRAWN } from "./english-drawn.ts";
import { ENGLISH_MADE } from "./english-made.ts";
import { JAPANESE } from "./japanese.ts";
import { RUSSIAN } from "./russian.ts";
import type { Theme } from "./theme.ts";

const ALL = { ...ENGLISH_DRAWN, ...ENGLISH_MADE, ...JAPANESE, ...CHINESE_KOREAN, ...RUSSIAN };
export type ThemeName = keyof typeof ALL;
export const THEMES: Readonly<Record<ThemeName, Theme>> = ALL;
export const THEME_NAMES = Object.keys(ALL) as ThemeName[];
