/** Progress of a long command: one line rewritten on a terminal, a line every few seconds elsewhere. */

export interface Step {
  what: string;
  records: number;
  /** Amount done and total in the same unit; the total is undefined if unknown. */
  done: number;
  total: number | undefined;
}

const BAR = 20;
const TERMINAL_MS = 200;
const LOG_MS = 5000;

/** @returns a function to call as often as convenient, and one that ends the line */
export function progressBar(
  out: NodeJS.WriteStream,
  now: () => number = Date.now,
): { show(step: Step): void; end(): void } {
  const start = now();
  let shown = start;
  let width = 0;
  return {
    show(step) {
      const time = now();
      if (time - shown < (out.isTTY ? TERMINAL_MS : LOG_MS)) return;
      shown = time;
      const line = progressLine(step, (time - start) / 1000);
      out.write(out.isTTY ? `\r${line.padEnd(width)}` : `${line}\n`);
      width = line.length;
    },
    end() {
      if (out.isTTY && width > 0) out.write(`\r${" ".repeat(width)}\r`);
    },
  };
}

/** `[#####...............]  25 %  posts  12,000 records  4,000/s  0:09 left` */
export function progressLine({ what, records, done, total }: Step, seconds: number): string {
  const parts = [what, `${records.toLocaleString("en")} records`];
  if (seconds > 0) parts.push(`${Math.round(records / seconds).toLocaleString("en")}/s`);
  if (total === undefined || total === 0) return parts.join("  ");
  const share = Math.min(1, done / total);
  const filled = Math.round(share * BAR);
  const bar = `[${"#".repeat(filled)}${".".repeat(BAR - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
  if (share > 0 && seconds > 0) parts.push(`${clock((seconds * (1 - share)) / share)} left`);
  return [bar, ...parts].join("  ");
}

export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = `${String(minutes % 60).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
  return minutes < 60 ? rest.replace(/^0/, "") : `${Math.floor(minutes / 60)}:${rest}`;
}
