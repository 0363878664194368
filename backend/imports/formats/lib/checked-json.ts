import type { z } from "zod";
import { type Entry, type Folder, ReadError, type Reading } from "./format.ts";

/**
 * Reads a JSON file and validates its shape.
 * @throws ReadError if it is not JSON or has another shape
 */
export async function checkedJson<T extends z.ZodType>(
  folder: Folder,
  entry: Entry,
  shape: T,
): Promise<z.output<T>> {
  return checked(await folder.json(entry), shape);
}

/** @throws ReadError if the value has another shape; the message names the first field that differs */
export function checked<T extends z.ZodType>(value: unknown, shape: T): z.output<T> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ReadError(`${issue?.path.join(".") || "The file"}: ${issue?.message ?? "unexpected value"}`);
}

/** Reads a file; reports a failure and returns undefined. */
export async function orReport<T>(entry: Entry, reading: Reading, read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    reading.report(entry.path, error.message);
    return undefined;
  }
}
