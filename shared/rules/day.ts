import { z } from "zod/mini";

/** A calendar day in UTC. */
export const Day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, "Expected a day like 2023-05-01."),
  z.refine(
    (text) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true,
    "That day does not exist.",
  ),
);
