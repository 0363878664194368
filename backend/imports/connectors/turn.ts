/** The turn of an import: a slice of time, after which another import that waits gets its place. */
import type { Sql } from "#backend/db/client.ts";
import type { Fragment } from "#backend/jobs/kind.ts";

const TURN_SECONDS = 1_800;
/** After so many turns it ends without a checkpoint: a connector that saves no state loses what it had begun. */
const MAX_TURNS = 4;

export interface TurnOptions {
  sql: Sql;
  /** Condition of the imports `j` that could run in place of this one. */
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

  /** Called now and then. */
  async check(): Promise<void> {
    const { sql, others, seconds = TURN_SECONDS } = this.#options;
    const turns = (performance.now() - this.#started) / (seconds * 1_000);
    if (turns < 1) return;
    const [waiting] = await sql`
      select from imports j where state = 'queued' and (run_at is null or run_at <= now()) and ${others} limit 1`;
    this.#isWanted = waiting !== undefined;
    if (this.#isWanted && turns >= MAX_TURNS) this.#over.abort();
  }

  /** Called when what was read so far is stored, so that the next turn goes on there. */
  checkpoint(): void {
    if (this.#isWanted) this.#over.abort();
  }
}
