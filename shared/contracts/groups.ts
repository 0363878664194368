/** Groups of accounts, which see less than everything, and the ratings of creators and posts; for administrators (decision 0073). */
import { z } from "zod/mini";
import { ServiceName } from "../entities/creator.ts";
import { Group, GroupPreview, RatedCreator, RatingName, RatingRule } from "../entities/group.ts";
import { keyText } from "../rules/key-text.ts";
import { offset } from "../rules/offset.ts";
import { endpoint } from "./endpoint.ts";
import { CONFIRMATION_NEEDED } from "./own-account.ts";

export const MAX_GROUPS = 20;
export const MAX_EXCLUDED_CREATORS = 1_000;
export const GROUPS_NEED_MEMBERS = "Groups need an archive for members: ACCESS=members.";
export const GROUP_NAME_TAKEN = "Another group has this name.";
export const GROUP_IN_USE = "The group still has accounts.";
export const TOO_MANY_GROUPS = `There can be ${MAX_GROUPS} groups at most.`;

const administrator = { access: "administrator" } as const;
const read = { ...administrator, method: "GET", private: true } as const;
const NOT_FOUND = { 404: ["Not Found"] };
const GroupId = z.object({
  group: z
    .pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, "Group ID must be positive.")), z.transform(Number))
    .register(z.globalRegistry, { type: "integer", minimum: 1 }),
});

const Rules = z.strictObject(
  {
    name: z
      .string("Expected a name.")
      .check(z.trim(), z.minLength(1, "Expected a name."), z.maxLength(60, "The name is too long.")),
    rating: RatingName,
    services: z.array(ServiceName).check(z.maxLength(20)),
    creators: z
      .array(z.strictObject({ service: ServiceName, id: keyText() }))
      .check(z.maxLength(MAX_EXCLUDED_CREATORS, `Expected ${MAX_EXCLUDED_CREATORS} creators at most.`)),
  },
  "Expected a name, a rating, services and creators.",
);

export const listGroups = endpoint({
  ...read,
  path: "/v1/account/administrator/groups",
  summary: "Groups of accounts by name, and what each does not see.",
  response: z.array(Group),
});

export const previewGroup = endpoint({
  ...read,
  path: "/v1/account/administrator/groups/:group/preview",
  summary:
    "Numbers of what a group sees and of what is hidden from it, read with its own rights, and the hidden creators by name, 50 per page.",
  params: GroupId,
  query: z.object({ o: offset() }),
  response: GroupPreview,
  errors: { ...NOT_FOUND, 409: ["Groups need the database role roost_group."] },
});

export const addGroup = endpoint({
  ...administrator,
  method: "POST",
  path: "/v1/account/administrator/groups",
  summary: "Adds a group. Only in an archive for members.",
  body: Rules,
  response: z.object({ id: z.int() }),
  errors: { 403: [CONFIRMATION_NEEDED], 409: [GROUPS_NEED_MEMBERS, GROUP_NAME_TAKEN, TOO_MANY_GROUPS] },
});

export const changeGroup = endpoint({
  ...administrator,
  method: "PUT",
  path: "/v1/account/administrator/groups/:group",
  summary: "Changes a group; its accounts are affected by their next request.",
  params: GroupId,
  body: Rules,
  response: z.literal(true),
  errors: { ...NOT_FOUND, 403: [CONFIRMATION_NEEDED], 409: [GROUP_NAME_TAKEN] },
});

export const deleteGroup = endpoint({
  ...administrator,
  method: "DELETE",
  path: "/v1/account/administrator/groups/:group",
  summary: "Deletes a group without accounts.",
  params: GroupId,
  response: z.literal(true),
  errors: { ...NOT_FOUND, 403: [CONFIRMATION_NEEDED], 409: [GROUP_IN_USE] },
});

export const listRatedCreators = endpoint({
  ...read,
  path: "/v1/account/administrator/ratings",
  summary: "Creators whose rating is not `everyone`, by name, 50 per page.",
  query: z.object({ o: offset() }),
  response: z.object({ count: z.int(), creators: z.array(RatedCreator) }),
});

export const getRating = endpoint({
  ...read,
  path: "/v1/account/administrator/ratings/:service/:id",
  summary: "Rating of a creator.",
  params: z.object({ service: z.string(), id: z.string() }),
  response: z.object({ rating: RatingName }),
  errors: NOT_FOUND,
});

export const rateCreator = endpoint({
  ...administrator,
  method: "PUT",
  path: "/v1/account/administrator/ratings/:service/:id",
  summary: "Rates a creator: groups see it only up to their rating.",
  params: z.object({ service: z.string(), id: z.string() }),
  body: z.strictObject({ rating: RatingName }, "Expected a rating."),
  response: z.literal(true),
  errors: NOT_FOUND,
});

export const getPostRating = endpoint({
  ...read,
  path: "/v1/account/administrator/ratings/:service/:id/:post",
  summary:
    "Rating of a post, and the one that counts: the strictest of its own, its creator's and those by rule.",
  params: z.object({ service: z.string(), id: z.string(), post: z.string() }),
  response: z.object({ rating: RatingName, effective: RatingName }),
  errors: NOT_FOUND,
});

export const ratePost = endpoint({
  ...administrator,
  method: "PUT",
  path: "/v1/account/administrator/ratings/:service/:id/:post",
  summary: "Rates a post. It cannot be less strict than its creator.",
  params: z.object({ service: z.string(), id: z.string(), post: z.string() }),
  body: z.strictObject({ rating: RatingName }, "Expected a rating."),
  response: z.literal(true),
  errors: NOT_FOUND,
});

export const MAX_RATING_RULES = 100;
export const TOO_MANY_RULES = `There can be ${MAX_RATING_RULES} rules at most.`;

export const listRatingRules = endpoint({
  ...read,
  path: "/v1/account/administrator/rating_rules",
  summary: "Rules that rate all creators of a service or all posts with a tag, by name.",
  response: z.array(RatingRule),
});

export const setRatingRule = endpoint({
  ...administrator,
  method: "PUT",
  path: "/v1/account/administrator/rating_rules",
  summary:
    "Rates all creators of a service, or all posts with a tag in any spelling, present and new; `everyone` deletes the rule.",
  body: z.union(
    [
      z.strictObject({ kind: z.literal("service"), name: ServiceName, rating: RatingName }),
      z.strictObject({
        kind: z.literal("tag"),
        name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\0]*$/)),
        rating: RatingName,
      }),
    ],
    "Expected a kind, service or tag, a name and a rating.",
  ),
  response: z.literal(true),
  errors: { 409: [TOO_MANY_RULES] },
});
