import type { z } from "zod";
import { type Entry, type Folder, ReadError, type Reading } from "./format.ts";

/**
 * The value of a JSON file, of the shape that its program writes.
 * @throws ReadError where it is no JSON or of another shape
 */
export async function checkedJson<T extends z.ZodType>(
  folder: Folder,
  entry: Entry,
  shape: T,
): Promise<z.output<T>> {
  return checked(await folder.json(entry), shape);
}

/** @throws ReadError where the value is of another shape; its message names the first field that differs */
export function checked<T extends z.ZodType>(value: unknown, shape: T): z.output<T> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ReadError(`${issue?.path.join(".") || "The file"}: ${issue?.message ?? "unexpected value"}`);
}

/** What is read of a file, or undefined where it cannot be read, which is then reported. */
export async function orReport<T>(entry: Entry, reading: Reading, read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    reading.report(entry.path, error.message);
    return undefined;
  }
}
