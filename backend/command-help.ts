/** Prints the usage of a command and ends the process, if it was called with `--help`. */
export function printHelp(usage: string): void {
  if (!process.argv.slice(2).includes("--help")) return;
  console.log(usage);
  process.exit();
}
