import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "#tests/support/database.ts";
import { transaction } from "./tx.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await database.sql`create table wallets (id integer primary key, balance integer not null)`;
});
beforeEach(async () => {
  await database.sql`truncate wallets`;
  await database.sql`insert into wallets values (1, 100), (2, 100)`;
});
afterAll(() => database[Symbol.asyncDispose]());

const balances = () => database.sql`select balance from wallets order by id`.values();

/** Resolves when a statement with the text is executing. */
async function running(text: string): Promise<void> {
  const pattern = `%${text}%`;
  for (;;) {
    const [found] = await database.sql`
      select 1 from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like ${pattern}`;
    if (found) return;
  }
}

test("commits what it gives back, and rolls back what throws", async () => {
  const { sql } = database;
  expect(
    await transaction(sql, async (tx) => (await tx`update wallets set balance = 1 where id = 1`).count),
  ).toBe(1);
  const failed = transaction(sql, async (tx) => {
    await tx`update wallets set balance = 5 where id = 2`;
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await balances()).toEqual([[1], [100]]);
});

test("two writers that deadlock both succeed", async () => {
  const { sql } = database;
  let attempts = 0;
  let arrived = 0;
  let release: () => void = () => {};
  const bothHoldOne = new Promise<void>((resolve) => {
    release = resolve;
  });
  const move = (from: number, to: number) =>
    transaction(sql, async (tx) => {
      attempts++;
      await tx`update wallets set balance = balance - 10 where id = ${from}`;
      if (++arrived === 2) release();
      await bothHoldOne;
      await tx`update wallets set balance = balance + 10 where id = ${to}`;
    });
  await Promise.all([move(1, 2), move(2, 1)]);
  expect(await balances()).toEqual([[100], [100]]);
  expect(attempts).toBeGreaterThan(2); // PostgreSQL ended one of the first two
});

test("increments that read before they write are all counted when serializable", async () => {
  const { sql } = database;
  const increment = () =>
    transaction(
      sql,
      async (tx) => {
        const [row] = await tx<{ balance: number }[]>`select balance from wallets where id = 1`;
        await tx`update wallets set balance = ${(row?.balance ?? 0) + 1} where id = 1`;
      },
      { isolation: "serializable" },
    );
  for (let round = 0; round < 5; round++) await Promise.all([increment(), increment(), increment()]);
  expect((await balances())[0]).toEqual([115]);
});

test("other errors are not retried", async () => {
  let attempts = 0;
  const failed = transaction(database.sql, async (tx) => {
    attempts++;
    await tx`insert into wallets values (1, 1)`;
  });
  await expect(failed).rejects.toMatchObject({ code: "23505" });
  expect(attempts).toBe(1);
});

test("an abort cancels the running statement and rolls back", async () => {
  const stop = new AbortController();
  const work = transaction(
    database.sql,
    async (tx) => {
      await tx`update wallets set balance = 0`;
      await tx`select pg_sleep(30) as aborted_sleep`;
    },
    { signal: stop.signal },
  );
  const failed = expect(work).rejects.toThrow("too late");
  await running("aborted_sleep");
  const abortedAt = performance.now();
  stop.abort(new Error("too late"));
  await failed;
  expect(performance.now() - abortedAt).toBeLessThan(15_000);
  expect(await balances()).toEqual([[100], [100]]);
});

test("after an abort no later statement of the work takes effect, even where it swallows errors", async () => {
  const stop = new AbortController();
  const work = transaction(
    database.sql,
    async (tx) => {
      await tx`select 1`;
      stop.abort(new Error("too late"));
      for (const id of [1, 2]) await tx`update wallets set balance = 0 where id = ${id}`.catch(() => {});
    },
    { signal: stop.signal },
  );
  await expect(work).rejects.toThrow("too late");
  expect(await balances()).toEqual([[100], [100]]);
});

test("an abort after the last statement still prevents the commit", async () => {
  const stop = new AbortController();
  const work = transaction(
    database.sql,
    async (tx) => {
      await tx`update wallets set balance = 0`;
      stop.abort(new Error("too late"));
    },
    { signal: stop.signal },
  );
  await expect(work).rejects.toThrow("too late");
  expect(await balances()).toEqual([[100], [100]]);
  const aborted = transaction(database.sql, async (tx) => tx`update wallets set balance = 0`, {
    signal: stop.signal,
  });
  await expect(aborted).rejects.toThrow("too late");
});

test("the pool serves others after aborts", async () => {
  const { sql } = database;
  const rounds = Array.from({ length: 20 }, async (_, round) => {
    const stop = new AbortController();
    const work = transaction(sql, (tx) => tx`select pg_sleep(0.01)`, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("too late")), round);
    await work.catch(() => {});
    return (await sql`select 1 as n`)[0]?.["n"];
  });
  expect(await Promise.all(rounds)).toEqual(Array.from({ length: 20 }, () => 1));
});

test("a read-only transaction cannot write", async () => {
  const work = transaction(database.sql, (tx) => tx`update wallets set balance = 0`, { readOnly: true });
  await expect(work).rejects.toMatchObject({ code: "25006" });
});

test("statements are not compiled, whatever PostgreSQL thinks that they cost", async () => {
  expect(await database.sql`show jit`).toEqual([{ jit: "off" }]);
});
