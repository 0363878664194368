/** An error whose message says what went wrong and what to do: commands print it without a stack. */
export class ExpectedError extends Error {
  override name = "ExpectedError";
}
