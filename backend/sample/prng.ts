/** A small seeded generator (sfc32 over a hashed seed): the same seed gives the same archive on every machine. */

export interface Rng {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number in [from, to]. */
  int(from: number, to: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Distinct items in random order; fewer if there are not enough. */
  some<T>(from: readonly T[], count: number): T[];
  /** Lower-case hex digits. */
  hex(digits: number): string;
}

/** A separate generator per purpose, so that adding to one part leaves the others unchanged. */
export function rngOf(seed: string): Rng {
  const next = sfc32(seed);
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    some(from, count) {
      const left = [...from];
      const taken: (typeof left)[number][] = [];
      while (taken.length < count && left.length > 0) taken.push(...left.splice(int(0, left.length - 1), 1));
      return taken;
    },
    hex(digits) {
      let text = "";
      while (text.length < digits)
        text += Math.floor(next() * 0x1_0000_0000)
          .toString(16)
          .padStart(8, "0");
      return text.slice(0, digits);
    },
  };
}

function sfc32(seed: string): () => number {
  const hash = (salt: number) => {
    let h = 0x811c9dc5 ^ salt;
    for (let i = 0; i < seed.length; i++) h = Math.imul(h ^ seed.charCodeAt(i), 0x01000193) ^ (h >>> 15);
    return h | 0;
  };
  let [a, b, c, d] = [hash(1), hash(0x9e37), hash(0x79b9), 1];
  const next = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 0x1_0000_0000;
  };
  for (let i = 0; i < 15; i++) next();
  return next;
}
