/**
 * Guards the Postgres driver; npm runs it after every install. postgres 3.4.9 has these faults:
 * - It may write to a closed socket: a backend that dies during a write then ends the Node process with a TypeError from
 *   setImmediate, which nothing can catch. Guarded, such a query is rejected with CONNECTION_CLOSED.
 * - A connection that closes with a scheduled write keeps the cleared timer, so it never writes again after reconnecting.
 *   It also keeps half of a result and the old backend's last error, which the next query then gets.
 * - A backend that dies while a new connection reads the array types causes an unhandled rejection; so does a cancellation
 *   whose own connection fails.
 * - A transaction whose connection closed between two statements goes on with the same connection once that is open
 *   again: outside of any transaction, or within somebody else's. So does a reserved connection, which its release puts
 *   into the pool closed. Guarded, their statements are rejected.
 * - The hundredth query that waits on a connection does not reserve it where it is a BEGIN: others then work in that
 *   transaction, which nobody commits.
 * Upstream: porsager/postgres#1066, #1154, #1189, #1208, #1216.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const VERSION = "3.4.9";

const CLEAR = "    clearImmediate(nextWriteTimer)\n";
const RESET = "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n";

/** Texts of the driver's files and their replacements; each must occur exactly once. */
const CHANGES = {
  "connection.js": [
    [
      "let uid = 1\n",
      "let uid = 1\n\n// Tells openDatabase that this driver is guarded.\nglobalThis[Symbol.for('roost.postgres-guard')] = true\n",
    ],
    [
      "    if (stream)\n      return queryError(q, Errors.generic('COPY_IN_PROGRESS'",
      "    if (socket === null) {\n      queryError(q, Errors.connection('CONNECTION_CLOSED', options))\n      return true\n    }\n\n    if (stream)\n      return queryError(q, Errors.generic('COPY_IN_PROGRESS'",
    ],
    [
      "  function nextWrite(fn) {\n    const x = socket.write(chunk, fn)\n",
      "  function nextWrite(fn) {\n    if (socket === null) {\n      clearImmediate(nextWriteTimer)\n      chunk = nextWriteTimer = null\n      initial || error(Errors.connection('CONNECTION_CLOSED', options))\n      return false\n    }\n    const x = socket.write(chunk, fn)\n",
    ],
    [
      "        return fetchArrayTypes()\n",
      "        return fetchArrayTypes().catch(() => {}) // `initial` is rejected with the same error\n",
    ],
    [
      "      socket.once('error', reject)\n      socket.once('close', resolve)\n    } catch (error) {\n      reject(error)\n",
      "      socket.once('error', resolve) // the caller has no promise to handle\n      socket.once('close', resolve)\n    } catch (error) {\n      resolve(error)\n",
    ],
    [
      "      return write(toBuffer(q))\n        && !q.describeFirst\n",
      "      const ready = write(toBuffer(q))\n      if (q.options.onexecute)\n        return q.options.onexecute(connection)\n\n      return ready\n        && !q.describeFirst\n",
    ],
    [
      "    socket.removeAllListeners()\n    socket = null\n",
      "    socket.removeAllListeners()\n    socket = null\n    rows = 0\n    results = errorResponse = null\n    result = new Result()\n",
    ],
    [`${CLEAR}    if (socket) {\n`, `${RESET}    if (socket) {\n`],
    [
      `${CLEAR}    socket.removeListener('data', data)\n`,
      `${RESET}    socket.removeListener('data', data)\n`,
    ],
  ],
  "index.js": [
    [
      "    c.reserved.release = true\n",
      "    c.reserved.release = true\n    let lost = null\n    c.onclose = error => {\n      lost = error\n      while (queue.length)\n        queue.shift().reject(error)\n    }\n",
    ],
    [
      "    sql.release = () => {\n      c.reserved = null\n",
      "    sql.release = () => {\n      if (lost !== null)\n        return\n\n      c.onclose = c.reserved = null\n",
    ],
    [
      "    function handler(q) {\n      c.queue === full\n",
      "    function handler(q) {\n      if (lost !== null)\n        return q.reject(lost)\n\n      c.queue === full\n",
    ],
    ["      , prepare = null\n\n    try {\n", "      , prepare = null\n      , lost = null\n\n    try {\n"],
    [
      "        new Promise((_, reject) => connection.onclose = reject)\n",
      "        new Promise((_, reject) => connection.onclose = error => {\n          lost = error\n          while (queries.length)\n            queries.shift().reject(error)\n          reject(error)\n        })\n",
    ],
    [
      "        q.catch(e => uncaughtError || (uncaughtError = e))\n",
      "        q.catch(e => uncaughtError || (uncaughtError = e))\n        if (lost !== null)\n          return q.reject(lost)\n",
    ],
  ],
};
export const FILES = ["src", "cjs/src"].flatMap((folder) =>
  Object.keys(CHANGES).map((name) => `${folder}/${name}`),
);

/** Guards the text of a file; leaves a guarded one unchanged. @throws Error if it is not the known text */
export function guard(text, file) {
  return replaceEach(
    text,
    CHANGES[basename(file)].filter(([, after]) => text.split(after).length !== 2),
  );
}

/** Restores the driver's own text: the negative control of the test. */
export function unguard(text, file) {
  return replaceEach(
    text,
    CHANGES[basename(file)].map(([before, after]) => [after, before]),
  );
}

function replaceEach(text, changes) {
  let result = text;
  for (const [from, to] of changes) {
    const parts = result.split(from);
    if (parts.length !== 2)
      throw new Error(`"${from.trim().split("\n")[0]}" was expected once, found ${parts.length - 1} times`);
    result = parts.join(to);
  }
  return result;
}

async function main() {
  const require = createRequire(import.meta.url);
  const home = dirname(dirname(dirname(require.resolve("postgres"))));
  const { version } = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  if (version !== VERSION)
    throw new Error(
      `postgres ${version} is installed, the guard is for ${VERSION}: review backend/db/patch-driver.mjs.`,
    );
  for (const file of FILES) {
    const path = join(home, file);
    const text = await readFile(path, "utf8");
    const guarded = guard(text, file);
    if (guarded !== text) await writeFile(path, guarded);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(`The Postgres driver could not be guarded against dying connections: ${error.message}`);
    process.exitCode = 1;
  });
}
