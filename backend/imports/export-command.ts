/** `roost export`: writes the archive, or a part of it for another, as a bundle (docs/bundle.md). */
import type { KeyObject } from "node:crypto";
import { dirname, resolve } from "node:path";
import { readConfig } from "#backend/config.ts";
import { ExpectedError } from "#backend/expected-error.ts";
import { openStorage } from "#backend/files/open.ts";
import { orFullDisk } from "#backend/full-disk.ts";
import { placesOf, withDatabase } from "#backend/supervisor/engines.ts";
import { isService } from "#shared/services/index.ts";
import { exportBundle, type Part } from "./bundle/export.ts";
import { clock, progressBar } from "./bundle/progress.ts";
import { archiveKey } from "./exchange/archive-key.ts";
import { choose, type Selection } from "./exchange/selection.ts";
import { signFiles } from "./formats/lib/signature.ts";
import { haveLinesOf } from "./wanted/have-sources.ts";

/** Options that select a part; everything without them. */
export interface ExportPart {
  /** `service/id` */
  creator: string[];
  /** `service/creator/id` */
  post: string[];
  /** Path of a have list. */
  lacking?: string;
}

/** @returns exit code: 1 if files are missing */
export async function exportCommand(folder: string, given: ExportPart): Promise<number> {
  const config = readConfig();
  const selection = await selectionOf(given);
  return withDatabase(config, { statementTimeout: 0, name: "roost-export" }, async (sql) => {
    const bar = progressBar(process.stderr);
    const started = Date.now();
    try {
      const { written, missing } = await exportBundle({
        sql,
        storage: openStorage(config),
        folder,
        part: selection && partOf(selection, config.SITE_NAME, await archiveKey(sql)),
        onProgress: ({ entity, records }) => bar.show({ what: entity, records, done: 0, total: undefined }),
        onProblem: (reason) => process.stderr.write(`${reason}\n`),
      });
      bar.end();
      const total = Object.values(written).reduce((sum, n) => sum + n, 0);
      process.stdout.write(
        `${total.toLocaleString("en")} records written to ${folder} in ${clock((Date.now() - started) / 1000)}.\n`,
      );
      if (missing > 0)
        process.stderr.write(
          `${missing.toLocaleString("en")} files are missing; the bundle is not ${selection === undefined ? "a whole backup" : "whole"}.\n`,
        );
      return missing === 0 ? 0 : 1;
    } catch (error) {
      const places = placesOf(config);
      throw await orFullDisk(error, { ...places, folders: [dirname(resolve(folder)), ...places.folders] });
    }
  });
}

const partOf = (selection: Selection, name: string, key: KeyObject): Part => ({
  choose: (tx) => choose(tx, selection),
  sign: (files) => signFiles(key, name, files),
});

/** @returns undefined for everything */
async function selectionOf({ creator, post, lacking }: ExportPart): Promise<Selection | undefined> {
  if (creator.length + post.length === 0 && lacking === undefined) return undefined;
  return {
    creators: creator.map((text) => {
      const [service, id] = partsOf("--creator", text, "patreon/12345");
      return { service, id };
    }),
    posts: post.map((text) => {
      const [service, user, id] = partsOf("--post", text, "patreon/12345/678");
      return { service, user, id };
    }),
    lacking:
      lacking === undefined
        ? undefined
        : await haveLinesOf(lacking, (path, reason) => process.stderr.write(`${path}: ${reason}\n`)),
  };
}

/** @throws ExpectedError if it has not as many parts as the example */
function partsOf(option: string, text: string, example: string): [string, string, string] {
  const parts = text.split("/");
  const [service = "", user = "", id = ""] = parts;
  if (!isService(service) || parts.length !== example.split("/").length || parts.includes(""))
    throw new ExpectedError(`${option} ${text}: expected ${example}`);
  return [service, user, id];
}
