/** Six colors each: two for the sky, one for the light, three from far to near. */
export type Palette = readonly [string, string, string, string, string, string];

export const PALETTES = {
  dusk: ["#1c2552", "#f29e76", "#ffe3b0", "#8a5a83", "#4a3b6b", "#1b1f3f"],
  dawn: ["#f7c9b8", "#fdf1dc", "#fff8e8", "#c98f9b", "#7d6a8f", "#3d3a5c"],
  sea: ["#0e3b52", "#8fd3d1", "#f7f3dc", "#3f8f9c", "#1f6175", "#0b2c3d"],
  moss: ["#dfe8c8", "#a8c686", "#fbfae3", "#6f9a5b", "#3f6b45", "#1f3d2d"],
  ember: ["#2a1020", "#d1495b", "#ffd08a", "#a63446", "#5e1f36", "#240c1b"],
  paper: ["#f6efe2", "#e6d5b8", "#c8553d", "#a89f91", "#5f6f77", "#2d3a45"],
  night: ["#070b24", "#2b3a78", "#f3e9c6", "#27336b", "#161d48", "#0a0e2b"],
  plum: ["#fbe4ee", "#e3a6c4", "#fff6d8", "#b56a98", "#74407a", "#35204a"],
  citrus: ["#fff3d1", "#ffcf6b", "#ffffff", "#f28f3b", "#c8553d", "#2d3047"],
  ice: ["#dfeff6", "#a7c9e0", "#ffffff", "#6f9fc4", "#3d6a96", "#1d3557"],
  neon: ["#16092e", "#5f1a72", "#5ef2d6", "#c02f8e", "#6a1d87", "#1d0d3a"],
  clay: ["#efe0d2", "#dcae8e", "#f7f1e6", "#b5714e", "#7a4a3a", "#3d2a27"],
  spring: ["#d9f0ee", "#f8d8e3", "#fffbe9", "#8cc4a8", "#57947f", "#27504f"],
  slate: ["#c9d2d9", "#eef1f1", "#ffb45e", "#8d9ba6", "#546370", "#26323d"],
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;
