/** Turn of an import: a time slice, after which it yields to a waiting import. */
import type { Fragment, Sql } from "#backend/db/client.ts";

const TURN_SECONDS = 1_800;
/** Turns without a checkpoint before it yields anyway: a connector that saves no state then loses its progress. */
const MAX_TURNS = 4;

export interface TurnOptions {
  sql: Sql;
  /** Condition for imports `j` that could run instead of this one. */
  others: Fragment;
  seconds?: number | undefined;
}

export class Turn {
  readonly #options: TurnOptions;
  readonly #started = performance.now();
  readonly #over = new AbortController();
  #isWanted = false;

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  /** Aborted when the turn is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Call periodically. */
  async check(): Promise<void> {
    const { sql, others, seconds = TURN_SECONDS } = this.#options;
    const turns = (performance.now() - this.#started) / (seconds * 1_000);
    if (turns < 1) return;
    const [waiting] = await sql`
      select from imports j where state = 'queued' and (run_at is null or run_at <= now()) and ${others} limit 1`;
    this.#isWanted = waiting !== undefined;
    if (this.#isWanted && turns >= MAX_TURNS) this.#over.abort();
  }

  /** Call when everything read so far is stored, so that the next turn resumes there. */
  checkpoint(): void {
    if (this.#isWanted) this.#over.abort();
  }
}
