import { HttpError } from "../../api/errors.ts";
import type { SaveProblem } from "../db/records.ts";

/** A reason why something cannot be saved. */
export class SaveError extends Error {
  override name = "SaveError";
  constructor(readonly problem: SaveProblem) {
    super(problem);
  }
}

/** The post was removed while it was being saved. */
export class CancelledError extends Error {
  override name = "CancelledError";
}

/** IndexedDB reports QuotaExceededError; Dexie wraps it in an AbortError. */
export function isQuotaError(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error || at instanceof DOMException; depth += 1) {
    if (at.name === "QuotaExceededError") return true;
    const inner: unknown = "inner" in at ? at.inner : undefined;
    if (inner === at || depth > 3) return false;
    at = inner;
  }
  return false;
}

export function problemOf(error: unknown): SaveProblem {
  if (error instanceof SaveError) return error.problem;
  if (isQuotaError(error)) return "full";
  if (error instanceof HttpError) return error.isMissing ? "missing" : "server";
  return "network";
}
