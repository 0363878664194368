/** Connects a command of the command line to the function that does its work. */

/** Returns an action that ends the process with the exit code that `work` returns, or with 0. */
export function run<Args extends unknown[]>(
  work: (...args: Args) => Promise<unknown>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    const code = await work(...args);
    process.exitCode = typeof code === "number" ? code : 0;
  };
}
