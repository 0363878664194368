/** DMs: all of them, one creator's, and whether some wait for approval. */
import { z } from "zod/mini";
import { CreatorDm, ListedDm } from "../entities/dm.ts";
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
});

export const listCreatorDms = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/dms",
  access: "anyone",
  topics: ["dms", "creators.listed"],
  summary: "A creator's DMs, first added first; an empty list when there are none.",
  params: CreatorParams,
  response: z.array(CreatorDm),
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
