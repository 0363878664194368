/** What the page and the workers that compute hashes say to each other. Sizes are bytes. */

/** `gone`: it is not there any more. `changed`: it is not what it was when it was chosen. */
export type HashProblem = "gone" | "changed" | "unreadable" | "worker";

export interface HashJob {
  id: number;
  file: File;
}

export type ToHasher =
  /** One after the other. */
  { type: "hash"; jobs: HashJob[] } | { type: "pause" } | { type: "continue" };

export type HashEnd = { id: number; hash: string; size: number } | { id: number; problem: HashProblem };

export type FromHasher =
  /** How many bytes of one are done, and those that came to their end since the last time. */
  | { type: "news"; current?: { id: number; done: number }; ends: HashEnd[] }
  /** All jobs of the last `hash` have ended. */
  | { type: "idle" };
