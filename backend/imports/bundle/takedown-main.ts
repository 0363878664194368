/** `npm run takedown -- <service> <creator> [post]`: deletes content and blocks reimports. */
import { parseArgs } from "node:util";
import { printHelp } from "#backend/command-help.ts";
import { readConfig, SettingsError } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { openStorage } from "#backend/files/open.ts";
import { FullDiskError } from "#backend/full-disk.ts";
import { withEngines } from "#backend/supervisor/engines.ts";
import { deleteRemovedFiles } from "#backend/takedowns/removed-files.ts";
import { allowReimport, takeDown } from "#backend/takedowns/take-down.ts";
import type { Target } from "#backend/takedowns/target.ts";
import { isService } from "#shared/services/index.ts";

const USAGE = `Usage: npm run takedown -- <service> <creator id> [post id] [--reason "why"]
       npm run takedown -- --file <SHA-256>   one file, wherever it is used
       npm run takedown -- --undo <service> <creator id> [post id]   allows its reimport`;

class UsageError extends Error {
  override name = "UsageError";
}

async function main(): Promise<void> {
  printHelp(USAGE);
  const { values, positionals } = parseArgs({
    options: { reason: { type: "string" }, undo: { type: "boolean" }, file: { type: "string" } },
    allowPositionals: true,
  });
  const target = values.file === undefined ? targetOf(positionals) : fileOf(values.file);
  const config = readConfig();
  await withEngines(config, { postgres: true, meili: false }, async ({ databaseUrl }) => {
    const sql = openDatabase(databaseUrl, { statementTimeout: 0, max: 2, name: "roost-takedown" });
    try {
      if (values.undo) {
        const was = await allowReimport(sql, target);
        console.log(was ? "It may be imported again." : "It was not taken down.");
        return;
      }
      const { found, posts, files } = await takeDown(sql, target, values.reason);
      await deleteRemovedFiles(sql, [openStorage(config)]);
      console.log(
        found
          ? `Taken down: ${count(posts, "post")} and ${count(files, "file")} that nothing else used. Search follows within moments.`
          : "Nothing of it was here. It is kept out from now on.",
      );
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
}

function targetOf([service = "", user = "", post, ...rest]: string[]): Target {
  if (user === "" || rest.length > 0) throw new UsageError(USAGE);
  if (!isService(service)) throw new UsageError(`"${service}" is not a valid paysite.`);
  return { service, user, post: post ?? null };
}

function fileOf(hash: string): Target {
  const file = hash.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(file)) throw new UsageError(USAGE);
  return { service: "", user: "", post: null, file };
}

const count = (n: number, what: string) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;

main().catch((error: unknown) => {
  const expected = [UsageError, SettingsError, FullDiskError].some((one) => error instanceof one);
  console.error(
    expected || !(error instanceof Error) ? String((error as Error).message ?? error) : error.stack,
  );
  process.exitCode = 2;
});
