/** Queries of the tabs of a creator's page. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  listAnnouncements,
  listCreatorTags,
  listFancards,
  listLinks,
  listRecommended,
} from "#shared/contracts/creators.ts";
import { listCreatorDms } from "#shared/contracts/dms.ts";
import { listCreatorShares } from "#shared/contracts/shares.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";

export interface CreatorId {
  service: string;
  id: string;
}

export function creatorTagsQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["creator-tags", service, id],
    queryFn: (context) => cachedCall(listCreatorTags, { params: { service, id } }, context),
  });
}

export function announcementsQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["announcements", service, id],
    queryFn: (context) => cachedCall(listAnnouncements, { params: { service, id } }, context),
  });
}

/** Converts the API's 404 for "no cards" to an empty list. */
export function fancardsQuery(id: string) {
  return queryOptions({
    queryKey: ["fancards", id],
    queryFn: (context) => cachedCall(listFancards, { params: { id } }, context, []),
  });
}

export function creatorDmsQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["creator-dms", service, id],
    queryFn: (context) => cachedCall(listCreatorDms, { params: { service, id } }, context),
  });
}

export function creatorSharesQuery({ service, id }: CreatorId, o: string | undefined) {
  return queryOptions({
    queryKey: ["creator-shares", service, id, o],
    queryFn: (context) => cachedCall(listCreatorShares, { params: { service, id }, query: { o } }, context),
    placeholderData: keepPreviousData,
  });
}

export function linksQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["links", service, id],
    queryFn: (context) => cachedCall(listLinks, { params: { service, id } }, context),
  });
}

export function recommendedQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["recommended", service, id],
    queryFn: (context) => cachedCall(listRecommended, { params: { service, id } }, context),
  });
}
