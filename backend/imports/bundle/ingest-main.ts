/** `npm run ingest -- <folder | -> [--files DIR]`: imports an archive bundle (docs/bundle.md). */
import { parseArgs } from "node:util";
import { printHelp } from "#backend/command-help.ts";
import { readConfig, SettingsError } from "#backend/config.ts";
import { FullDiskError } from "#backend/full-disk.ts";
import { ingestCommand } from "./ingest-command.ts";
import { BundleError, openFolder, openStream } from "./source.ts";

const USAGE = "Usage: npm run ingest -- <bundle folder | -> [--files <folder that holds files/>]";

async function main(): Promise<number> {
  printHelp(USAGE);
  const { values, positionals } = parseArgs({
    options: { files: { type: "string" } },
    allowPositionals: true,
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new BundleError(USAGE);
  const source = path === "-" ? openStream(process.stdin, values.files) : await openFolder(path);
  if (values.files !== undefined) source.files = values.files;
  return await ingestCommand(readConfig(), source);
}

try {
  process.exitCode = await main();
} catch (error) {
  const expected = [BundleError, SettingsError, FullDiskError].some((one) => error instanceof one);
  process.stderr.write(
    `${expected || !(error instanceof Error) ? String((error as Error).message ?? error) : error.stack}\n`,
  );
  if (!expected)
    process.stderr.write(
      "Stopped. Everything imported so far is complete; run the same command again to resume.\n",
    );
  process.exitCode = 2;
}
