/** Counts tries so that guessing is slow. In memory: there is one API process, and a restart forgives. */
import { isIPv6 } from "node:net";

const WINDOW_MS = 60_000;
const MAX_KEPT = 20_000;

export class Tries {
  readonly #most: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, number[]>();

  /** @param most in a minute for each address and subject */
  constructor(most: number, now: () => number = Date.now) {
    this.#most = most;
    this.#now = now;
  }

  /** Counts one. @returns 0 where it may go on, else the seconds to wait */
  take(address: string, subject: string): number {
    const key = `${network(address)} ${subject}`;
    const now = this.#now();
    const recent = (this.#kept.get(key) ?? []).filter((at) => at > now - WINDOW_MS);
    this.#kept.delete(key); // to the end of the line
    this.#kept.set(key, recent);
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value ?? "");
    const [first] = recent;
    if (recent.length >= this.#most && first !== undefined)
      return Math.ceil((first + WINDOW_MS - now) / 1_000);
    recent.push(now);
    return 0;
  }
}

/** One visitor has a whole /64 of IPv6 addresses to choose from. */
function network(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const before = head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : new Array<string>(8 - before.length - after.length).fill("0");
  return [...before.map((group) => group || "0"), ...zeros, ...after].slice(0, 4).join(":");
}
