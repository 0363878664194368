/**
 * Guards the Postgres driver; npm runs it after every install.
 * postgres 3.4.9 may write to a closed socket: a backend that dies during a write then ends the Node process with a
 * TypeError from setImmediate, which nothing can catch. And a connection that closes with a scheduled write keeps the
 * cleared timer, so it never writes again after reconnecting. With the guard such a query is rejected with
 * CONNECTION_CLOSED and the connection starts clean. A third case is a backend that dies while a new connection reads
 * the array types, which causes an unhandled rejection; a fourth is a cancellation whose own connection fails.
 * Upstream: porsager/postgres#1066, #1154, #1208.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const VERSION = "3.4.9";
export const FILES = ["src/connection.js", "cjs/src/connection.js"];

const CLEAR = "    clearImmediate(nextWriteTimer)\n";
const RESET = "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n";

/** Texts of the driver and their replacements; each must occur exactly once. */
const CHANGES = [
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
  [`${CLEAR}    if (socket) {\n`, `${RESET}    if (socket) {\n`],
  [`${CLEAR}    socket.removeListener('data', data)\n`, `${RESET}    socket.removeListener('data', data)\n`],
];

/** Guards the text of a connection.js; leaves a guarded one unchanged. @throws Error if it is not the known text */
export function guard(text) {
  return replaceEach(
    text,
    CHANGES.filter(([, after]) => text.split(after).length !== 2),
  );
}

/** Restores the driver's own text: the negative control of the test. */
export function unguard(text) {
  return replaceEach(
    text,
    CHANGES.map(([before, after]) => [after, before]),
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
    const guarded = guard(text);
    if (guarded !== text) await writeFile(path, guarded);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(`The Postgres driver could not be guarded against dying connections: ${error.message}`);
    process.exitCode = 1;
  });
}
