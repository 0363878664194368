/** `roost takedown`: deletes content and blocks its reimport. */
import { readConfig } from "#backend/config.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { openStorage } from "#backend/files/open.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { isService } from "#shared/services/index.ts";
import { deleteRemovedFiles } from "./removed-files.ts";
import { allowReimport, takeDown } from "./take-down.ts";
import type { Target } from "./target.ts";

export interface TakedownOptions {
  reason?: string;
  /** SHA-256 of a file, instead of a creator or post. */
  file?: string;
  undo?: boolean;
}

export async function takedownCommand(
  place: readonly (string | undefined)[],
  { file, reason, undo }: TakedownOptions,
): Promise<void> {
  const target = file === undefined ? targetOf(place) : fileOf(file, place);
  const config = readConfig();
  await withDatabase(config, { statementTimeout: 0, max: 2, name: "roost-takedown" }, async (sql) => {
    if (undo) {
      const was = await allowReimport(sql, target);
      console.log(was ? "It may be imported again." : "It was not taken down.");
      return;
    }
    const { found, posts, files } = await takeDown(sql, target, reason);
    await deleteRemovedFiles(sql, [openStorage(config)]);
    console.log(
      found
        ? `Taken down: ${count(posts, "post")} and ${count(files, "file")} that nothing else used. Search follows within moments.`
        : "Nothing of it was here. It is kept out from now on.",
    );
  });
}

function targetOf([service, user, post]: readonly (string | undefined)[]): Target {
  if (service === undefined || user === undefined)
    throw new ExpectedError("Name a service and a creator, or a file: roost takedown --help");
  if (!isService(service)) throw new ExpectedError(`"${service}" is not a valid paysite.`);
  return { service, user, post: post ?? null };
}

function fileOf(hash: string, [service]: readonly (string | undefined)[]): Target {
  if (service !== undefined) throw new ExpectedError("Name a creator, a post or a file, not several.");
  const file = hash.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(file)) throw new ExpectedError(`--file ${hash}: expected 64 hexadecimal digits`);
  return { service: "", user: "", post: null, file };
}

const count = (n: number, what: string) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;
