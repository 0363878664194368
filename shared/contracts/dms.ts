/** DMs: all of them, one creator's, and pending ones. */

import { z } from "zod/mini";
import { CreatorDm, ListedDm, PendingDm } from "../entities/dm.ts";
import { NONE_APPROVED, REVIEW_LIMIT, REVIEW_STATUSES, UNKNOWN_STATUS } from "../rules/dm-review.ts";
import { offset, searchText } from "../rules/offset.ts";
import { SEARCH_UNAVAILABLE } from "../search/unavailable.ts";
import { endpoint } from "./endpoint.ts";
import { CreatorParams } from "./profile.ts";

export const listDms = endpoint({
  method: "GET",
  path: "/v1/dms",
  access: "anyone",
  topics: ["dms", "totals", "creators", "discord_channels"],
  summary: "All DMs, last added first, 50 per page; with q of at least 3 characters by relevance.",
  query: z.object({ o: offset(), q: searchText(3) }),
  response: z.object({
    props: z.object({
      currentPage: z.literal("artists"),
      count: z.int(),
      limit: z.int(),
      dms: z.array(ListedDm),
    }),
  }),
  errors: { 503: [SEARCH_UNAVAILABLE] },
  heavy: true,
});

export const listCreatorDms = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/dms",
  access: "anyone",
  topics: ["dms", "creators.listed"],
  summary: "DMs of a creator, first added first; an empty list if there are none.",
  params: CreatorParams,
  response: z.array(CreatorDm),
  heavy: true,
});

export const hasPendingDms = endpoint({
  method: "GET",
  path: "/v1/has_pending_dms",
  access: "anyone",
  summary: "True if DMs of the user's own imports wait for approval; false without an account.",
  response: z.boolean(),
  private: true,
});

const Status = z.enum(REVIEW_STATUSES, UNKNOWN_STATUS);
const Hashes = z
  .array(z.string("Expected hashes.").check(z.maxLength(200, "Expected hashes.")), "Expected hashes.")
  .check(z.maxLength(REVIEW_LIMIT, `At most ${REVIEW_LIMIT} DMs at once.`));

export const listPendingDms = endpoint({
  method: "GET",
  path: "/v1/account/review_dms",
  access: "session",
  private: true,
  summary: `Imported DMs of the account that wait for approval or were ignored, last imported first, at most ${REVIEW_LIMIT}.`,
  query: z.object({ status: z._default(Status, "pending") }),
  response: z.object({
    props: z.object({
      currentPage: z.literal("account"),
      title: z.literal("Review DMs"),
      status: z.enum(REVIEW_STATUSES),
      /** Number of all. */
      count: z.int(),
      dms: z.array(PendingDm),
    }),
  }),
});

export const reviewDms = endpoint({
  method: "POST",
  path: "/v1/account/review_dms",
  access: "session",
  summary:
    "Publishes the approved DMs. If any of them were pending, the pending ones in `ignored_hashes` are ignored, or all others without it. `delete_ignored` deletes ignored DMs that are not approved, and requires no approved ones.",
  body: z
    .strictObject(
      {
        approved_hashes: z._default(Hashes, []),
        ignored_hashes: z.optional(Hashes),
        delete_ignored: z._default(z.boolean("Expected true or false."), false),
      },
      NONE_APPROVED,
    )
    .check(
      z.refine(
        ({ approved_hashes: { length }, delete_ignored }) => length > 0 || delete_ignored,
        NONE_APPROVED,
      ),
    ),
  response: z.literal(true),
});

export const movePendingDms = endpoint({
  method: "PATCH",
  path: "/v1/account/review_dms",
  access: "session",
  summary: "Ignores pending DMs or restores ignored ones; hashes of other accounts' DMs are skipped.",
  body: z.strictObject(
    { hashes: Hashes.check(z.minLength(1, NONE_APPROVED)), status: Status },
    "Expected hashes and a status.",
  ),
  response: z.literal(true),
});
