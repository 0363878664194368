/** Requests of affected people. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

/** By the owner of a work, by a person who is shown, or against a takedown. */
export const REQUEST_KINDS = ["owner", "person", "counter"] as const;
export const REQUEST_STATES = ["open", "accepted", "rejected"] as const;

const RequestKind = z.enum(REQUEST_KINDS, "Expected a kind of request.");
const RequestState = z.enum(REQUEST_STATES);

/** A request as its sender sees it. */
export const RequestStatus = z.object({
  kind: RequestKind,
  state: RequestState,
  created_at: Iso,
  /** Empty until answered. */
  answer: z.string(),
  answered_at: z.nullable(Iso),
});
export type RequestStatus = z.infer<typeof RequestStatus>;

export const TakedownRequest = z.extend(RequestStatus, {
  id: z.int(),
  /** Pages it is about, as typed. */
  addresses: z.string(),
  statement: z.string(),
  name: z.string(),
  contact: z.string(),
  /** Number of answers so far; an answer names the version it was made on. */
  version: z.int(),
});
export type TakedownRequest = z.infer<typeof TakedownRequest>;
