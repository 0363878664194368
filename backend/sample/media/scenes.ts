/** Images as SVG text, landscapes: every scene is a pure function of its random numbers, colors and size. */
import type { Rng } from "../prng.ts";
import type { Palette } from "./palettes.ts";

export type Scene = (rng: Rng, colors: Palette, width: number, height: number) => string;

export const num = (value: number) => String(Math.round(value * 10) / 10);

/** The sky with a soft light; also returns the position of the light. */
export function sky(
  rng: Rng,
  [top, bottom, light]: Palette,
  w: number,
  h: number,
  low = 0.45,
): { svg: string; x: number; y: number; r: number } {
  const [x, y, r] = [
    w * (0.2 + rng.next() * 0.6),
    h * (0.14 + rng.next() * (low - 0.14)),
    Math.min(w, h) * (0.05 + rng.next() * 0.07),
  ];
  const svg = `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>
<radialGradient id="glow"><stop stop-color="${light}" stop-opacity=".75"/><stop offset=".35" stop-color="${light}" stop-opacity=".22"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient></defs>
<rect width="${w}" height="${h}" fill="url(#sky)"/><circle cx="${num(x)}" cy="${num(y)}" r="${num(r * 4.5)}" fill="url(#glow)"/><circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${light}"/>`;
  return { svg, x, y, r };
}

/** A closed ridge line across the image, the sum of three waves. */
function ridge(rng: Rng, w: number, h: number, base: number, height: number): string {
  const waves = [1, 2.3, 5.1].map((f) => ({
    f: f * (0.8 + rng.next() * 0.6),
    p: rng.next() * 7,
    a: height / f,
  }));
  const points: string[] = [];
  for (let i = 0; i <= 60; i++) {
    const y =
      base -
      waves.reduce((sum, wave) => sum + Math.sin((i / 60) * Math.PI * 2 * wave.f + wave.p) * wave.a, 0);
    points.push(`${num((i / 60) * w)} ${num(y)}`);
  }
  return `M0 ${h}L${points.join("L")}L${w} ${h}Z`;
}

function stars(rng: Rng, w: number, h: number, count: number, color: string): string {
  return Array.from(
    { length: count },
    () =>
      `<circle cx="${num(rng.next() * w)}" cy="${num(rng.next() ** 1.6 * h)}" r="${num(0.6 + rng.next() * 1.6)}" fill="${color}" opacity="${num(0.2 + rng.next() * 0.8)}"/>`,
  ).join("");
}

/** Ranges of hills that fade with distance, with mist between them. */
export const hills: Scene = (rng, colors, w, h) => {
  const layers = 6;
  let svg = sky(rng, colors, w, h).svg;
  for (let i = 0; i < layers; i++) {
    const t = i / (layers - 1);
    const color = colors[3 + Math.min(2, Math.floor(t * 3))]!;
    const path = ridge(rng, w, h, h * (0.48 + t * 0.42), h * (0.11 - t * 0.035));
    svg += `<path d="${path}" fill="${color}" opacity="${num(0.45 + t * 0.55)}"/>`;
    if (i < layers - 1) svg += `<path d="${path}" fill="${colors[1]}" opacity="${num(0.28 - t * 0.2)}"/>`;
  }
  return svg;
};

/** Water below a low light: sailing boats, their reflections, glitter. */
export const harbour: Scene = (rng, colors, w, h) => {
  const horizon = h * (0.5 + rng.next() * 0.12);
  const light = sky(rng, colors, w, h, 0.38);
  let svg = `${light.svg}<path d="${ridge(rng, w, horizon, horizon - h * 0.03, h * 0.035)}" fill="${colors[3]}" opacity=".75"/>
<linearGradient id="water" x2="0" y2="1"><stop stop-color="${colors[3]}"/><stop offset="1" stop-color="${colors[5]}"/></linearGradient><rect y="${num(horizon)}" width="${w}" height="${num(h - horizon)}" fill="url(#water)"/>`;
  for (let i = 0; i < 70; i++) {
    const depth = rng.next() ** 1.4;
    const y = horizon + 4 + depth * (h - horizon);
    const spread = light.r * (1 + depth * 5);
    const length = 8 + depth * 90 * rng.next();
    const x = light.x + (rng.next() - 0.5) * 2 * spread - length / 2;
    svg += `<rect x="${num(x)}" y="${num(y)}" width="${num(length)}" height="${num(1 + depth * 4)}" rx="2" fill="${colors[2]}" opacity="${num(0.65 - depth * 0.45)}"/>`;
  }
  const boats = rng.int(2, 5);
  for (let i = 0; i < boats; i++)
    svg += boat(
      rng,
      colors,
      w * (0.1 + rng.next() * 0.8),
      horizon + h * (0.02 + (i / boats) * 0.28),
      h * (0.07 + (i / boats) * 0.13),
    );
  return svg;
};

function boat(rng: Rng, c: Palette, x: number, y: number, s: number): string {
  const lean = (rng.next() - 0.5) * 0.12 * s;
  const sails = `<path d="M${num(lean)} ${num(-s * 1.5)}Q${num(s * 0.5)} ${num(-s * 0.6)} ${num(s * 0.75)} ${num(-s * 0.12)}L0 ${num(-s * 0.12)}Z" fill="${c[2]}"/><path d="M${num(lean - 3)} ${num(-s * 1.3)}Q${num(-s * 0.25)} ${num(-s * 0.5)} ${num(-s * 0.55)} ${num(-s * 0.12)}L-3 ${num(-s * 0.12)}Z" fill="${c[1]}"/>`;
  const hull = `<path d="M${num(-s * 0.8)} 0L${num(s * 0.9)} 0Q${num(s * 0.6)} ${num(s * 0.3)} ${num(s * 0.4)} ${num(s * 0.3)}L${num(-s * 0.55)} ${num(s * 0.3)}Z" fill="${c[5]}"/>`;
  return `<g transform="translate(${num(x)} ${num(y)})"><g transform="translate(0 ${num(s * 0.6)}) scale(1 -.55)" opacity=".28">${sails}</g>${sails}${hull}</g>`;
}

/** Paper lanterns rising in the dark. */
export const lanterns: Scene = (rng, colors, w, h) => {
  let svg = `${sky(rng, colors, w, h).svg}${stars(rng, w, h * 0.7, 90, colors[2])}<path d="${ridge(rng, w, h, h * 0.88, h * 0.06)}" fill="${colors[5]}"/>
<defs><linearGradient id="lamp" x2="0" y2="1"><stop stop-color="${colors[2]}"/><stop offset="1" stop-color="#f08a4b"/></linearGradient></defs>`;
  const count = rng.int(16, 34);
  for (let i = 0; i < count; i++) {
    const near = (i / count) ** 1.7;
    const s = h * (0.014 + near * 0.075);
    const [x, y] = [rng.next() * w, h * (0.06 + rng.next() * 0.78)];
    if (near > 0.15)
      svg += `<circle cx="${num(x)}" cy="${num(y)}" r="${num(s * 2.6)}" fill="url(#glow)" opacity="${num(0.35 + near * 0.5)}"/>`;
    svg += `<path d="M${num(x - s * 0.62)} ${num(y - s)}Q${num(x)} ${num(y - s * 1.35)} ${num(x + s * 0.62)} ${num(y - s)}L${num(x + s * 0.45)} ${num(y + s)}L${num(x - s * 0.45)} ${num(y + s)}Z" fill="url(#lamp)" opacity="${num(0.55 + near * 0.45)}"/>`;
  }
  return svg;
};

/** A skyline with lit windows and a train line in front. */
export const city: Scene = (rng, colors, w, h) => {
  let svg = sky(rng, colors, w, h).svg + stars(rng, w, h * 0.4, 50, colors[2]);
  for (let layer = 0; layer < 3; layer++) {
    const base = h * (0.78 + layer * 0.06);
    for (let x = -20; x < w; ) {
      const width = w * (0.035 + rng.next() * 0.05);
      const top = base - h * (0.12 + rng.next() ** 2 * 0.42) * (1 - layer * 0.22);
      svg += `<rect x="${num(x)}" y="${num(top)}" width="${num(width)}" height="${num(h - top)}" fill="${colors[3 + layer]}" opacity="${num(0.6 + layer * 0.2)}"/>`;
      if (layer > 0) svg += windows(rng, colors[2], x, top, width, base - h * 0.03);
      x += width * (0.9 + rng.next() * 0.25);
    }
  }
  const rail = h * 0.9;
  svg += `<rect y="${num(rail)}" width="${w}" height="${num(h)}" fill="${colors[5]}"/><g transform="translate(${num(w * (0.05 + rng.next() * 0.3))} ${num(rail - h * 0.05)})">`;
  for (let car = 0; car < 5; car++)
    svg += `<rect x="${num(car * w * 0.115)}" width="${num(w * 0.11)}" height="${num(h * 0.05)}" rx="5" fill="${colors[1]}"/><rect x="${num(car * w * 0.115 + 8)}" y="${num(h * 0.011)}" width="${num(w * 0.11 - 16)}" height="${num(h * 0.016)}" fill="${colors[2]}"/>`;
  return `${svg}</g>`;
};

function windows(rng: Rng, color: string, x: number, top: number, width: number, bottom: number): string {
  let path = "";
  for (let wy = top + 8; wy < bottom; wy += 13)
    for (let wx = x + 5; wx < x + width - 6; wx += 10)
      if (rng.chance(0.22)) path += `M${num(wx)} ${num(wy)}h4v6h-4z`;
  return `<path d="${path}" fill="${color}" opacity=".8"/>`;
}
