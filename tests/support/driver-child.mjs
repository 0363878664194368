/**
 * Works a database through a proxy that cuts connections in the middle of things, and prints what became of the
 * queries. Arguments: the driver's index.js, the number of cuts, whether it asks for array types first, and whether two of three cuts hit a transaction. Run by backend/db/driver.pg.test.ts.
 */
import { connect, createServer } from "node:net";
import { pathToFileURL } from "node:url";

const [, , driver, cuts, types, when] = process.argv;
const { default: postgres } = await import(pathToFileURL(driver).href);
const target = new URL(process.env.DATABASE_URL);
const open = new Set();

const proxy = createServer((client) => {
  const server = connect({ host: target.hostname, port: Number(target.port) });
  open.add(client);
  client.pipe(server).on("error", () => {});
  server.pipe(client).on("error", () => {});
  client.on("close", () => open.delete(client) && server.destroy());
  server.on("close", () => client.destroy());
});
await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
const url = new URL(target);
url.hostname = "127.0.0.1";
url.port = String(proxy.address().port);
const sql = postgres(url.href, {
  max: 3,
  backoff: 0.005,
  connect_timeout: 5,
  fetch_types: types === "types",
});

const tally = { done: 0, rejected: 0, hung: 0, usable: false };
async function count(query) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, 60_000, "hung");
  });
  const outcome = await Promise.race([
    query.then(
      () => "done",
      () => "rejected",
    ),
    late,
  ]);
  clearTimeout(timer);
  tally[outcome] += 1;
}

let working = true;
/** Called when a transaction has its first answer, and three more statements to come. */
let onTransaction = () => {};
const work = async (i) => {
  while (working) {
    // A transaction keeps its connection: after a cut it still has statements for a socket that is gone.
    await count(
      sql.begin(async (tx) => {
        await tx`select ${i}::int, pg_sleep(0.002)`;
        onTransaction();
        await tx`select ${"x".repeat(i % 2 ? 2_000 : 10)}::text`.catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 1));
        await tx`select 3`;
      }),
    );
    await count(sql`select ${i}::int`);
  }
};
const workers = Array.from({ length: 6 }, (_, i) => work(i));
for (let i = 0; i < Number(cuts); i += 1) {
  // Cuts that wait for no transaction also come while connections are made.
  const hitsTransaction = when === "in transactions" && i % 3 > 0;
  if (hitsTransaction)
    await new Promise((resolve) => {
      onTransaction = resolve;
      setTimeout(resolve, 200); // without the guard there may be none until the next cut
    });
  await new Promise((resolve) => setTimeout(resolve, hitsTransaction ? i % 4 : 15 + (i % 5) * 10));
  for (const socket of open) i % 2 ? socket.destroy() : socket.resetAndDestroy();
}
working = false;
await Promise.all(workers);
// Every connection of the pool must still be good for a query.
for (let i = 0; i < 20 && !tally.usable; i += 1)
  tally.usable = await Promise.race([
    Promise.all([1, 2, 3].map((n) => sql`select ${n}::int, pg_sleep(0.01)`)).then(
      () => true,
      () => false,
    ),
    new Promise((resolve) => setTimeout(resolve, 5_000, false)),
  ]);
console.log(JSON.stringify(tally));
process.exit(0);
