/** Rounds, medians and the table. */
import { readFile } from "node:fs/promises";

export const ROUNDS = 5;

export interface Line {
  what: string;
  ours: string;
  limit: string;
  /** Ours against the limit; below 1 is better for times, above 1 for rates. */
  ratio: number;
  /** The lowest and the highest ratio of a round, where both sides ran in each. */
  spread?: readonly [number, number];
  goal: string;
  met: boolean | undefined;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

type Goal = { atLeast: number } | { atMost: number };

/** A line of what both sides took in the same rounds: medians, their ratio, and how that differed from round to round. */
export function compare(
  what: string,
  ours: readonly number[],
  limit: readonly number[],
  show: (value: number) => string,
  goal?: Goal,
): Line {
  const ratio = median(ours) / median(limit);
  return {
    what,
    ours: show(median(ours)),
    limit: show(median(limit)),
    ratio,
    spread: spreadOf(ours, limit),
    ...goalOf(ratio, goal),
  };
}

/** The lowest and the highest ratio of what was measured one after the other. */
export function spreadOf(ours: readonly number[], limit: readonly number[]): [number, number] {
  const ratios = ours.map((value, at) => value / limit[at]!);
  return [Math.min(...ratios), Math.max(...ratios)];
}

function goalOf(ratio: number, goal: Goal | undefined): Pick<Line, "goal" | "met"> {
  if (goal === undefined) return { goal: "-", met: undefined };
  return "atLeast" in goal
    ? { goal: `>= ${goal.atLeast.toFixed(2)}`, met: ratio >= goal.atLeast }
    : { goal: `<= ${goal.atMost.toFixed(2)}`, met: ratio <= goal.atMost };
}

/**
 * Runs the sides one after the other in each round, the first one changing from round to round; the warm-up round
 * is thrown away.
 */
export async function rounds<T>(
  sides: Readonly<Record<string, (round: number) => Promise<T>>>,
  onRound?: () => void,
): Promise<Record<string, T[]>> {
  const names = Object.keys(sides);
  const results: Record<string, T[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length]!;
      const result = await sides[name]!(round);
      if (round > 0) results[name]!.push(result);
    }
    onRound?.();
  }
  return results;
}

/** CPU milliseconds of a process since it began, by the kernel's clock of 100 Hz; undefined where there is no /proc. */
export async function cpuOf(pid: number | undefined): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Most memory that a process ever held, in megabytes. */
export async function peakOf(pid: number | undefined): Promise<number> {
  return await statusOf(pid, "VmHWM");
}

/** Memory of a process that is no file's, in megabytes: what an engine maps of its index is not counted. */
export async function ownMemoryOf(pid: number | undefined): Promise<number> {
  return await statusOf(pid, "RssAnon");
}

async function statusOf(pid: number | undefined, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const found = status.split("\n").find((line) => line.startsWith(`${field}:`));
  return Number.parseInt(found?.slice(field.length + 1).trim() ?? "", 10) / 1024;
}

/** Round trips of a small JSON text a millisecond on one core: figures of machines that differ in it do not compare. */
export function machineSpeed(): number {
  const text = JSON.stringify(
    Array.from({ length: 40 }, (_, id) => ({ id, title: `Post ${id}`, tags: ["a", "b"] })),
  );
  const counts = Array.from({ length: 5 }, () => {
    const end = performance.now() + 100;
    let count = 0;
    for (; performance.now() < end; count += 1) JSON.stringify(JSON.parse(text));
    return count / 100;
  });
  return median(counts);
}

export const ms = (value: number) => `${value.toFixed(2)} ms`;
export const rate = (value: number) => `${Math.round(value).toLocaleString("en")}/s`;

export function table(lines: readonly Line[]): string {
  return columns([
    ["what", "ours", "limit", "ratio", "from, to", "goal", ""],
    ...lines.map(({ what, ours, limit, ratio, spread, goal, met }) => [
      what,
      ours,
      limit,
      ratio.toFixed(2),
      spread?.map((value) => value.toFixed(2)).join(", ") ?? "",
      goal,
      met === undefined ? "" : met ? "met" : "missed",
    ]),
  ]);
}

/** Formats rows as plain text with aligned columns; the first row names them. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
