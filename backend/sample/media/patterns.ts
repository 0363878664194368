/** Images as SVG text, patterns: waves, tiles, plants, sprites, lines and rings. */
import type { Rng } from "../prng.ts";
import type { Palette } from "./palettes.ts";
import { num, type Scene } from "./scenes.ts";

const ground = (id: string, a: string, b: string, w: number, h: number) =>
  `<linearGradient id="${id}" x2=".6" y2="1"><stop stop-color="${a}"/><stop offset="1" stop-color="${b}"/></linearGradient><rect width="${w}" height="${h}" fill="url(#${id})"/>`;

/** Overlapping scales, as on indigo cloth. */
export const waves: Scene = (rng, c, w, h) => {
  const r = Math.min(w, h) / rng.int(5, 8);
  let svg = ground("g", c[4], c[5], w, h);
  for (let row = 0; row * r * 0.5 < h + r; row++) {
    for (let x = (row % 2) * r - r; x < w + r; x += r * 2) {
      const [cx, cy] = [num(x), num(row * r * 0.5)];
      const tint = rng.pick([c[3], c[3], c[4], c[1], rng.chance(0.12) ? c[2] : c[4]]);
      svg += `<g transform="translate(${cx} ${cy})"><circle r="${num(r)}" fill="${tint}" stroke="${c[2]}" stroke-width="2.5"/>${[0.76, 0.52, 0.28].map((k) => `<circle r="${num(r * k)}" fill="none" stroke="${c[2]}" stroke-width="2.5" opacity=".85"/>`).join("")}</g>`;
    }
  }
  return svg;
};

/** Randomly joined quarter arcs; all tiles fit together. */
export const tiles: Scene = (rng, c, w, h) => {
  const s = Math.round(Math.min(w, h) / rng.int(6, 9));
  let svg = `<rect width="${w}" height="${h}" fill="${rng.pick([c[0], c[1]])}"/>`;
  const path = arcs(rng, w, h, s);
  for (const [color, width] of [
    [c[5], s * 0.3],
    [rng.pick([c[2], c[3]]), s * 0.13],
  ] as const)
    svg += `<path d="${path}" fill="none" stroke="${color}" stroke-width="${num(width)}"/>`;
  return svg;
};

function arcs(rng: Rng, w: number, h: number, s: number): string {
  let path = "";
  for (let y = 0; y < h; y += s)
    for (let x = 0; x < w; x += s) {
      const k = s / 2;
      path += rng.chance(0.5)
        ? `M${x + k} ${y}A${k} ${k} 0 0 1 ${x} ${y + k}M${x + s} ${y + k}A${k} ${k} 0 0 0 ${x + k} ${y + s}`
        : `M${x + k} ${y}A${k} ${k} 0 0 0 ${x + s} ${y + k}M${x} ${y + k}A${k} ${k} 0 0 1 ${x + k} ${y + s}`;
    }
  return path;
}

/** Stems with paired leaves and seed heads, like pressed plants. */
export const botanical: Scene = (rng, c, w, h) => {
  let svg = ground("g", c[0], c[2], w, h);
  svg += `<circle cx="${num(w * (0.3 + rng.next() * 0.4))}" cy="${num(h * 0.45)}" r="${num(Math.min(w, h) * 0.34)}" fill="${c[1]}" opacity=".55"/>`;
  const stems = rng.int(4, 7);
  for (let i = 0; i < stems; i++)
    svg += stem(
      rng,
      c,
      w * ((i + 0.5 + (rng.next() - 0.5) * 0.6) / stems),
      h * 1.02,
      h * (0.5 + rng.next() * 0.42),
    );
  return svg;
};

function stem(rng: Rng, c: Palette, x: number, y: number, length: number): string {
  const bend = (rng.next() - 0.5) * length * 0.5;
  const color = rng.pick([c[3], c[4], c[5]]);
  const at = (t: number) => [x + bend * t * t, y - length * t] as const;
  const [tx, ty] = at(1);
  let svg = `<path d="M${num(x)} ${num(y)}Q${num(x)} ${num(y - length / 2)} ${num(tx)} ${num(ty)}" fill="none" stroke="${color}" stroke-width="3.5" stroke-linecap="round"/>`;
  const leaves = rng.int(6, 12);
  const narrow = 0.16 + rng.next() * 0.22;
  for (let i = 1; i <= leaves; i++) {
    const t = 0.12 + (i / leaves) * 0.8;
    const [lx, ly] = at(t);
    const size = length * 0.2 * (1.15 - t);
    for (const side of [-1, 1]) {
      const angle = side * (38 + rng.next() * 18);
      svg += `<path transform="translate(${num(lx)} ${num(ly)}) rotate(${num(angle)})" d="M0 0C${num(size * narrow)} ${num(-size * 0.3)} ${num(size * narrow)} ${num(-size * 0.75)} 0 ${num(-size)}C${num(-size * narrow)} ${num(-size * 0.75)} ${num(-size * narrow)} ${num(-size * 0.3)} 0 0Z" fill="${color}" opacity="${num(0.7 + rng.next() * 0.3)}"/>`;
    }
  }
  const petals = rng.int(0, 1) * rng.int(6, 12);
  for (let i = 0; i < petals; i++)
    svg += `<ellipse transform="translate(${num(tx)} ${num(ty)}) rotate(${num((360 / petals) * i)})" cy="${num(-length * 0.055)}" rx="${num(length * 0.018)}" ry="${num(length * 0.05)}" fill="${c[1]}" stroke="${c[4]}" stroke-width="1"/>`;
  return `${svg}<circle cx="${num(tx)}" cy="${num(ty)}" r="${num(length * 0.02)}" fill="${c[5]}"/>`;
}

/** Mirror-symmetric sprites on a dark board. */
export const sprites: Scene = (rng, c, w, h) => {
  const px = Math.max(4, Math.round(Math.min(w, h) / 96));
  const [size, gap] = [px * 9, px * 4];
  let svg = `<rect width="${w}" height="${h}" fill="${c[5]}"/>`;
  const columns = Math.floor((w - gap) / (size + gap));
  const rows = Math.floor((h - gap) / (size + gap));
  const [left, top] = [(w - columns * (size + gap) + gap) / 2, (h - rows * (size + gap) + gap) / 2];
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < columns; col++) {
      const color = rng.pick([c[0], c[1], c[2], c[2], c[3]]);
      let path = "";
      for (let y = 0; y < 9; y++)
        for (let x = 0; x < 5; x++)
          if (rng.chance(x === 4 ? 0.7 : 0.5 - Math.abs(y - 4) * 0.04))
            path += `M${x * px} ${y * px}h${px}v${px}h-${px}zM${(8 - x) * px} ${y * px}h${px}v${px}h-${px}z`;
      svg += `<path shape-rendering="crispEdges" transform="translate(${Math.round(left + col * (size + gap))} ${Math.round(top + row * (size + gap))})" d="${path}" fill="${color}"/>`;
    }
  return svg;
};

/** Stacked ridge lines with a bump in the middle, like an oscilloscope. */
export const lines: Scene = (rng, c, w, h) => {
  let svg = ground("g", c[0], c[5], w, h);
  const rows = 34;
  const peaks = Array.from({ length: 4 }, () => ({
    x: 0.25 + rng.next() * 0.5,
    s: 0.03 + rng.next() * 0.08,
    a: 0.4 + rng.next() * 0.8,
  }));
  for (let row = 0; row < rows; row++) {
    const base = h * (0.2 + (row / rows) * 0.68);
    let path = `M${num(w * 0.08)} ${num(base)}`;
    for (let i = 1; i <= 110; i++) {
      const t = i / 110;
      const bump = peaks.reduce(
        (sum, p) => sum + p.a * Math.exp(-(((t - p.x + Math.sin(row * 0.5 + p.s * 90) * 0.03) / p.s) ** 2)),
        0,
      );
      path += `L${num(w * (0.08 + t * 0.84))} ${num(base - h * 0.12 * bump * (0.55 + rng.next() * 0.45) - rng.next() * h * 0.006)}`;
    }
    svg += `<path d="${path}" fill="${c[5]}" fill-opacity=".82" stroke="${row % 9 === 4 ? c[1] : c[2]}" stroke-width="2.2"/>`;
  }
  return svg;
};

/** Planets and their orbits. */
export const rings: Scene = (rng, c, w, h) => {
  let svg = ground("g", c[0], c[1], w, h);
  const [cx, cy, unit] = [w * (0.3 + rng.next() * 0.4), h * (0.35 + rng.next() * 0.3), Math.min(w, h) / 11];
  for (let i = 8; i > 0; i--) {
    const r = unit * i * 0.95;
    svg += `<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(r)}" fill="${c[3 + (i % 3)]}" opacity="${num(0.16 + (8 - i) * 0.05)}"/><circle cx="${num(cx)}" cy="${num(cy)}" r="${num(r)}" fill="none" stroke="${c[2]}" stroke-width="2" stroke-dasharray="${rng.pick(["none", "4 10", "60 14", "2 6"])}"/>`;
    const angle = rng.next() * 6.28;
    svg += `<circle cx="${num(cx + Math.cos(angle) * r)}" cy="${num(cy + Math.sin(angle) * r)}" r="${num(unit * (0.1 + rng.next() * 0.3))}" fill="${rng.pick([c[2], c[5], c[3]])}"/>`;
  }
  return svg;
};

/** Soft cushions packed without touching, each with a highlight. */
export const cushions: Scene = (rng, c, w, h) => {
  const placed: { x: number; y: number; r: number }[] = [];
  let svg = `${ground("g", c[4], c[5], w, h)}<defs>${[1, 2, 3, 4].map((k) => `<radialGradient id="c${k}" cx=".35" cy=".3" r=".9"><stop stop-color="${k === 4 ? c[2] : c[k === 2 ? 1 : 0]}"/><stop offset=".55" stop-color="${c[k === 4 ? 1 : 3]}"/><stop offset="1" stop-color="${c[k === 1 ? 5 : 4]}"/></radialGradient>`).join("")}</defs>`;
  for (let i = 0; i < 900; i++) {
    const [x, y] = [rng.next() * w, rng.next() * h];
    const room = placed.reduce(
      (least, p) => Math.min(least, Math.hypot(p.x - x, p.y - y) - p.r),
      Math.min(w, h) * 0.14,
    );
    if (room < Math.min(w, h) * 0.012) continue;
    placed.push({ x, y, r: room * 0.97 });
    svg += `<circle cx="${num(x)}" cy="${num(y)}" r="${num(room * 0.97)}" fill="url(#c${rng.int(1, 4)})"/>`;
  }
  return svg;
};

/** Broad ribbons of color across the image. */
export const ribbons: Scene = (rng, c, w, h) => {
  let svg = ground("g", c[0], c[1], w, h);
  for (let i = 0; i < 11; i++) {
    const y = (i / 10) * h * 1.3 - h * 0.15;
    const [a, b] = [(rng.next() - 0.5) * h * 0.9, (rng.next() - 0.5) * h * 0.9];
    const thick = h * (0.05 + rng.next() * 0.12);
    svg += `<path d="M0 ${num(y)}C${num(w * 0.33)} ${num(y + a)} ${num(w * 0.66)} ${num(y + b)} ${w} ${num(y - a * 0.4)}V${num(y - a * 0.4 + thick)}C${num(w * 0.66)} ${num(y + b + thick * 1.8)} ${num(w * 0.33)} ${num(y + a + thick * 0.4)} 0 ${num(y + thick)}Z" fill="${c[rng.int(1, 5)]}" opacity="${num(0.5 + rng.next() * 0.45)}"/>`;
  }
  return svg;
};
