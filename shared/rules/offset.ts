/** Query parameters shared by lists. */
import { z } from "zod/mini";
import { isSearchable } from "../text/scripts.ts";
import { offsetProblem, PAGE_SIZE } from "./paging.ts";

/** `o`: absent and empty mean 0; otherwise a multiple of the page size. */
export function offset(size: number = PAGE_SIZE) {
  return z
    .pipe(
      z.optional(z.string()),
      z.transform((text, context): number => {
        if (text === undefined || text === "") return 0;
        const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
        const problem = Number.isNaN(value)
          ? `Offset ${text.slice(0, 40)} is not a multiple of ${size}.`
          : offsetProblem(value, size);
        if (problem === undefined) return value;
        context.issues.push({ code: "custom", message: problem, input: text });
        return z.NEVER;
      }),
    )
    .register(z.globalRegistry, { type: "integer", minimum: 0, multipleOf: size, default: 0 });
}

/** `q`: a query that is too short to be searched counts as none; it is not an error. */
export function searchText(minimum: number) {
  return z
    .pipe(
      z.optional(z.string().check(z.maxLength(1_000, "The query is too long."))),
      z.transform((text) => (text !== undefined && isSearchable(text, minimum) ? text.trim() : undefined)),
    )
    .register(z.globalRegistry, {
      description: `Words to look for. Fewer than ${minimum} characters count as none, except for a Chinese, Japanese or Korean character or an emoji.`,
    });
}

/** `tag` may repeat; all must match. A single value arrives as a string, several as a list. */
export const tagList = z
  .pipe(
    z.pipe(
      z.optional(z.union([z.string(), z.array(z.string())])),
      z.transform((tags) => [tags ?? []].flat().filter((tag) => tag !== "")),
    ),
    z.array(z.string().check(z.maxLength(500))).check(z.maxLength(20)),
  )
  .register(z.globalRegistry, { type: "array", items: { type: "string", maxLength: 500 }, maxItems: 20 });
