import type { Rng } from "#backend/sample/prng.ts";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** A word as it is mistyped, its first letter right; undefined where it comes out as it was. */
export function withTypos(
  word: string,
  kind: "one" | "two" | "swapped" | "doubled",
  rng: Rng,
): string | undefined {
  const letters = [...word];
  if (kind === "swapped") swap(letters, rng.int(1, letters.length - 2));
  else if (kind === "doubled") {
    const at = rng.int(1, letters.length - 1);
    letters.splice(at, 0, letters[at]!);
  } else {
    edit(letters, 1, kind === "two" ? Math.floor(letters.length / 2) : letters.length - 1, rng);
    if (kind === "two") edit(letters, Math.floor(letters.length / 2) + 1, letters.length - 1, rng);
  }
  const wrong = letters.join("");
  return wrong === word ? undefined : wrong;
}

function swap(letters: string[], at: number): void {
  letters.splice(at, 2, letters[at + 1]!, letters[at]!);
}

/** A letter between these put in, left out, or replaced. */
function edit(letters: string[], from: number, to: number, rng: Rng): void {
  const at = rng.int(from, to);
  const kind = rng.int(0, 2);
  letters.splice(at, kind === 0 ? 0 : 1, ...(kind === 1 ? [] : [rng.pick(LETTERS)]));
}
