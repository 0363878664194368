import { z } from "zod/mini";
import { RATINGS } from "../rules/ratings.ts";

export const RatingName = z.enum(RATINGS, "Invalid rating.");

/** A group of accounts, and what it does not see. */
export const Group = z.object({
  id: z.int(),
  name: z.string(),
  /** The highest rating that it sees. */
  rating: RatingName,
  /** Services hidden from it. */
  services: z.array(z.string()),
  /** Creators hidden from it; `name` is null while the archive has no such creator. */
  creators: z.array(z.object({ service: z.string(), id: z.string(), name: z.nullable(z.string()) })),
  /** Number of its accounts. */
  accounts: z.int(),
});
export type Group = z.infer<typeof Group>;

/** A creator whose rating is not `everyone`. */
export const RatedCreator = z.object({
  service: z.string(),
  id: z.string(),
  name: z.string(),
  rating: RatingName,
});
export type RatedCreator = z.infer<typeof RatedCreator>;
