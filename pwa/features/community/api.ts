import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listCommunityChannels, listCommunityMessages } from "#shared/contracts/community.ts";
import { cachedCall } from "../../offline/cache/cached.ts";

export interface CreatorId {
  service: string;
  id: string;
}

export function channelsQuery({ service, id }: CreatorId) {
  return queryOptions({
    queryKey: ["community", service, id],
    queryFn: (context) => cachedCall(listCommunityChannels, { params: { service, id } }, context),
  });
}

/** A page of a channel, newest first; the call takes the channel's id where others take the creator's. */
export function messagesQuery(service: string, channel: string, o: string | undefined) {
  return queryOptions({
    queryKey: ["community-messages", service, channel, o],
    queryFn: (context) =>
      cachedCall(listCommunityMessages, { params: { service, id: channel }, query: { o } }, context),
    placeholderData: (before, query) =>
      query?.queryKey[2] === channel ? keepPreviousData(before) : undefined,
  });
}
