import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  approveLink,
  getNewLink,
  listLinkRequests,
  rejectLink,
  requestLink,
  unlinkCreator,
} from "#shared/contracts/creator-links.ts";
import type { CreatorLinkRequest } from "#shared/entities/creator-link.ts";
import { call } from "../../../api/call.ts";
import { ACCOUNT_KEY, accountCall, noteEndedSession } from "../../../offline/account/call.ts";

export interface CreatorId {
  service: string;
  id: string;
}

export function newLinkQuery(params: CreatorId) {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "new link", params.service, params.id],
    queryFn: (context) => accountCall(getNewLink, { params }, context),
    select: ({ props }) => props,
    staleTime: 0,
  });
}

const REQUESTS_KEY = [ACCOUNT_KEY, "link requests"] as const;

export function linkRequestsQuery() {
  return queryOptions({
    queryKey: REQUESTS_KEY,
    queryFn: (context) => accountCall(listLinkRequests, {}, context),
    staleTime: 0,
  });
}

export interface NewLink {
  to: CreatorId;
  reason: string;
}

export function useRequestLink(params: CreatorId) {
  return useMutation({
    mutationFn: ({ to, reason }: NewLink) =>
      call(requestLink, { params, body: { service: to.service, artist_id: to.id, reason } }),
    onError: noteEndedSession,
  });
}

/** Queries that show links. */
const LINKED = [["links"], ["linked-posts"], ["profile"]];

export async function decideLink(
  { id, version }: CreatorLinkRequest,
  isApproved: boolean,
): Promise<undefined> {
  const input = { params: { id: String(id) }, body: { version } };
  await (isApproved ? call(approveLink, input) : call(rejectLink, input));
}

export function useRefetchLinks(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([REQUESTS_KEY, ...LINKED].map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useUnlink(params: CreatorId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(unlinkCreator, { params }),
    onError: noteEndedSession,
    onSettled: () => Promise.all(LINKED.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
