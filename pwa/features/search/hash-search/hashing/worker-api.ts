/** Interface of the hash workers. Sizes are bytes. */

/** `gone`: deleted. `changed`: modified since it was chosen. */
export type HashProblem = "gone" | "changed" | "unreadable" | "worker";

export interface HashJob {
  id: number;
  file: File;
}

export type HashEnd = { id: number; hash: string; size: number } | { id: number; problem: HashProblem };

export interface HashMethods {
  /** Hashes files one after the other; resolves when all have ended. */
  hash: (jobs: HashJob[]) => Promise<void>;
  pause: () => void;
  continue: () => void;
}

export interface HashEvents {
  /** Hashed bytes of the current file, and files that ended since the last event. */
  progress: { current?: { id: number; done: number }; ends: HashEnd[] };
}
