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

/** Numbers of what is seen, or of what is hidden. */
const Seen = z.object({ services: z.int(), creators: z.int(), posts: z.int(), files: z.int() });

export const HIDING_RULES = ["service", "creator", "rating"] as const;

/** Preview of what a group sees. */
export const GroupPreview = z.object({
  name: z.string(),
  seen: Seen,
  hidden: Seen,
  /** A page of the hidden creators, and the rule that hides each. */
  creators: z.array(
    z.object({ service: z.string(), id: z.string(), name: z.string(), rule: z.enum(HIDING_RULES) }),
  ),
});
export type GroupPreview = z.infer<typeof GroupPreview>;

export const RULE_KINDS = ["service", "tag"] as const;

/** Rates all creators of a service, or all posts with a tag. */
export const RatingRule = z.object({
  kind: z.enum(RULE_KINDS),
  /** Name of the service or tag. */
  name: z.string(),
  rating: RatingName,
  /** Not yet applied to all posts. */
  pending: z.boolean(),
});
export type RatingRule = z.infer<typeof RatingRule>;
