import { queryOptions } from "@tanstack/react-query";
import { getProfile } from "#shared/contracts/profile.ts";
import { cachedCall } from "../../offline/cache/cached.ts";

export function profileQuery({ service, id }: { service: string; id: string }) {
  return queryOptions({
    queryKey: ["profile", service, id],
    queryFn: (context) => cachedCall(getProfile, { params: { service, id } }, context),
  });
}
