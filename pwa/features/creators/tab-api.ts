/** What the tabs of a creator show. */
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
import { call } from "../../api/call.ts";
import { HttpError } from "../../api/errors.ts";

export interface CreatorId {
  service: string;
  id: string;
}

export function creatorTagsQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["creator-tags", service, id],
    queryFn: ({ signal }) => call(listCreatorTags, { params: { service, id }, signal }),
  });
}

export function announcementsQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["announcements", service, id],
    queryFn: ({ signal }) => call(listAnnouncements, { params: { service, id }, signal }),
  });
}

/** No cards are a 404 there and an empty list here. */
export function fancardsQuery(id: string) {
  return queryOptions({
    queryKey: ["fancards", id],
    queryFn: ({ signal }) =>
      call(listFancards, { params: { id }, signal }).catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 404) return [];
        throw error;
      }),
  });
}

export function creatorDmsQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["creator-dms", service, id],
    queryFn: ({ signal }) => call(listCreatorDms, { params: { service, id }, signal }),
  });
}

export function creatorSharesQuery({ service, id }: CreatorId, o: string | undefined) {
  return queryOptions({
    queryKey: ["creator-shares", service, id, o],
    queryFn: ({ signal }) => call(listCreatorShares, { params: { service, id }, query: { o }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function linksQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["links", service, id],
    queryFn: ({ signal }) => call(listLinks, { params: { service, id }, signal }),
  });
}

export function recommendedQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["recommended", service, id],
    queryFn: ({ signal }) => call(listRecommended, { params: { service, id }, signal }),
  });
}
