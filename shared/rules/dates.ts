/** Naive UTC dates of the wire: `YYYY-MM-DDTHH:MM:SS`, with `.ffffff` only if not whole seconds. */
import { z } from "zod/mini";

export const NAIVE_ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{6})?$/;

/** A date on the wire: no zone, zero or six fractional digits. */
export const Iso = z.string().check(
  z.regex(NAIVE_ISO, "Expected a date like 2024-05-01T12:00:00 or 2024-05-01T12:00:00.123456."),
  z.refine((text) => !Number.isNaN(parseIso(text).getTime()), "That date does not exist."),
);
export type Iso = z.infer<typeof Iso>;

/** True for the schema of a date, also a nullable one or one with a default. */
export function isDateField(schema: unknown): boolean {
  for (let type = schema as SchemaWithin; type !== undefined; type = type.def.innerType)
    if (type === (Iso as unknown)) return true;
  return false;
}
type SchemaWithin = { def: { innerType?: SchemaWithin } } | undefined;

/** Parses a wire date, which is UTC without saying so; microseconds are truncated to milliseconds. */
export function parseIso(text: string): Date {
  return new Date(`${text.slice(0, 23)}Z`);
}
