/** A creator's profile. Separate from the lists, because the app's initial bundle needs only this. */
import { z } from "zod/mini";
import { CreatorProfile } from "../entities/creator.ts";
import { endpoint } from "./endpoint.ts";

export const CreatorParams = z.object({ service: z.string(), id: z.string() });
export const CREATOR_NOT_FOUND = "Creator not found.";

export const getProfile = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/profile",
  access: "anyone",
  topics: ["creators", "discord_channels"],
  summary: "One creator.",
  params: CreatorParams,
  response: CreatorProfile,
  errors: { 404: [CREATOR_NOT_FOUND] },
});
