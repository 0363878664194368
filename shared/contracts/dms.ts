/** DMs: all of them, one creator's, and whether some wait for approval. */
import { z } from "zod/mini";
import { CreatorDm, ListedDm, PendingDm } from "../entities/dm.ts";
import { NONE_APPROVED, REVIEW_LIMIT, REVIEW_STATUSES, UNKNOWN_STATUS } from "../rules/dm-review.ts";
import { offset, searchText } from "../rules/offset.ts";
import { endpoint } from "./endpoint.ts";
import { CreatorParams } from "./profile.ts";

export const listDms = endpoint({
  method: "GET",
  path: "/v1/dms",
  access: "anyone",
  topics: ["dms", "totals", "creators", "discord_channels"],
  summary: "All DMs, last added first, 50 a page; with q of at least 3 characters by relevance.",
  query: z.object({ o: offset(), q: searchText(3) }),
  response: z.object({
    props: z.object({
      currentPage: z.literal("artists"),
      count: z.int(),
      limit: z.int(),
      dms: z.array(ListedDm),
    }),
  }),
  errors: { 503: ["Search is not available right now."] },
  heavy: true,
});

export const listCreatorDms = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/dms",
  access: "anyone",
  topics: ["dms", "creators.listed"],
  summary: "A creator's DMs, first added first; an empty list when there are none.",
  params: CreatorParams,
  response: z.array(CreatorDm),
  heavy: true,
});

export const hasPendingDms = endpoint({
  method: "GET",
  path: "/v1/has_pending_dms",
  access: "anyone",
  summary:
    "Whether DMs of the visitor's own imports wait for approval; false for visitors without an account.",
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
  summary: `The account's imported DMs that wait for approval, or those it ignored; the last imported first, at most ${REVIEW_LIMIT}.`,
  query: z.object({ status: z._default(Status, "pending") }),
  response: z.object({
    props: z.object({
      currentPage: z.literal("account"),
      title: z.literal("Review DMs"),
      status: z.enum(REVIEW_STATUSES),
      /** Of all. */
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
    "Publishes the approved DMs. Where pending ones are approved, the pending ones in `ignored_hashes` are ignored, or all others without it. `delete_ignored` deletes the ignored ones that are not approved, and needs no approved ones.",
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
  summary:
    "Ignores pending DMs or takes ignored ones back; hashes that are none of the account's are left out.",
  body: z.strictObject(
    { hashes: Hashes.check(z.minLength(1, NONE_APPROVED)), status: Status },
    "Expected hashes and a status.",
  ),
  response: z.literal(true),
});
