/** Whether the device is full. Dexie wraps it: the transaction is aborted, and why is within. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { name, inner } = error as { name?: unknown; inner?: unknown };
  return name === "QuotaExceededError" || (inner !== error && isQuotaError(inner));
}
