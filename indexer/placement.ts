/** Which of several search servers holds a document (docs/decisions/0054-search-servers.md). */
import { hash } from "node:crypto";

/**
 * Rendezvous hashing: the name that scores highest for this owner. With one name more or less only the owners of that
 * one are elsewhere.
 */
export function nameFor(owner: string, names: readonly string[]): string {
  const [first = "", ...others] = names;
  let best = first;
  let highest = others.length === 0 ? "" : score(first, owner);
  for (const name of others) {
    const own = score(name, owner);
    if (own > highest) [best, highest] = [name, own];
  }
  return best;
}

const score = (name: string, owner: string) => hash("sha256", `${name}\0${owner}`, "hex");
