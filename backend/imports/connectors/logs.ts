/** Logs of an import, kept in the database for its status page. */
import type { Sql, Tx } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";

const MAX_LINES = 1_000;
const MAX_LINE = 500;

export class Logs {
  readonly #sql: Sql;
  readonly #id: string;
  readonly #fence: (tx: Tx) => Promise<void>;
  #waiting: string[] = [];
  #flushed: Promise<void> = Promise.resolve();

  constructor(sql: Sql, importId: string, fence: (tx: Tx) => Promise<void>) {
    this.#sql = sql;
    this.#id = importId;
    this.#fence = fence;
  }

  /** Drops the oldest lines beyond the limit. */
  add(line: string): void {
    this.#waiting.push(
      `${new Date().toISOString().slice(0, 19)} ${line.replaceAll("\0", "").slice(0, MAX_LINE)}`,
    );
    if (this.#waiting.length > MAX_LINES) this.#waiting.shift();
  }

  /** Resolves when all added lines are stored, also by a flush in progress. @throws errors of the fence */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.catch(() => {}).then(() => this.#write());
    return this.#flushed;
  }

  async #write(): Promise<void> {
    const lines = this.#waiting;
    if (lines.length === 0) return;
    this.#waiting = [];
    const id = this.#id;
    try {
      await transaction(this.#sql, async (tx) => {
        await this.#fence(tx);
        await tx`insert into import_logs (import, line) select ${id}, line from unnest(${lines}::text[]) line`;
        await tx`
          delete from import_logs where import = ${id} and id <= (
            select id from import_logs where import = ${id} order by id desc offset ${MAX_LINES} limit 1)`;
      });
    } catch (error) {
      this.#waiting = [...lines, ...this.#waiting].slice(-MAX_LINES);
      throw error;
    }
  }
}
