/** Query pieces shared by the lists (contract 1.3). */
import { z } from "zod";
import { offsetProblem, PAGE_SIZE } from "./paging.ts";

/** `o`: absent and empty mean 0; else a whole number, a multiple of the page size. */
export function offset(size: number = PAGE_SIZE) {
  return z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined || text === "") return 0;
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      const problem = Number.isNaN(value)
        ? `Offset ${text.slice(0, 40)} is not a multiple of ${size}.`
        : offsetProblem(value, size);
      if (problem === undefined) return value;
      context.addIssue({ code: "custom", message: problem });
      return z.NEVER;
    })
    .meta({ type: "integer", minimum: 0, multipleOf: size, default: 0 });
}

/** `q`: a query shorter than the minimum counts as none, it is not an error (contract 1.3). */
export function searchText(minimum: number) {
  return z
    .string()
    .max(1_000, "The query is too long.")
    .optional()
    .transform((text) => (text !== undefined && [...text.trim()].length >= minimum ? text.trim() : undefined))
    .meta({ description: `Words to look for. Fewer than ${minimum} characters count as none.` });
}

/** `tag` may repeat; all of them must match. One arrives as a string, several as a list. */
export const tagList = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((tags) => [tags ?? []].flat().filter((tag) => tag !== ""))
  .pipe(z.array(z.string().max(500)).max(20))
  .meta({ type: "array", items: { type: "string", maxLength: 500 }, maxItems: 20 });
