import { queryOptions } from "@tanstack/react-query";
import { getProfile } from "#shared/contracts/profile.ts";
import { cachedCall } from "../../offline/cached.ts";

/** A creator's name for the list of mutes; kept where the creator's own page keeps it. */
export function namedCreatorQuery({ service, id }: { service: string; id: string }) {
  return queryOptions({
    queryKey: ["profile", service, id],
    queryFn: (context) => cachedCall(getProfile, { params: { service, id } }, context),
  });
}
