import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  approveUpload,
  deleteUpload,
  getUpload,
  getUploadRules,
  listUploads,
  listWaitingUploads,
  refuseUpload,
} from "#shared/contracts/uploads.ts";
import type { Upload, WaitingUpload } from "#shared/entities/upload.ts";
import { call } from "../../api/call.ts";
import { ACCOUNT_KEY, accountCall, noteEndedSession } from "../../offline/account/call.ts";

export interface CreatorId {
  service: string;
  user: string;
}

export function rulesQuery(creator: Partial<CreatorId>) {
  return queryOptions({
    queryKey: ["upload rules", creator.service, creator.user],
    queryFn: ({ signal }) => call(getUploadRules, { query: creator, signal }),
    staleTime: 0,
  });
}

const OWN_KEY = [ACCOUNT_KEY, "uploads"] as const;
/** Poll interval while the server processes an upload. */
const POLL_INTERVAL_MS = 2_000;
const isMoving = ({ state }: Upload) => state === "received" || state === "publishing";

export function ownUploadsQuery() {
  return queryOptions({
    queryKey: OWN_KEY,
    queryFn: (context) => accountCall(listUploads, {}, context),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) === true ? POLL_INTERVAL_MS : false),
  });
}

/** One's own upload, also without an account: the id is the secret. */
export function uploadQuery(id: string) {
  return queryOptions({
    queryKey: ["upload", id],
    queryFn: ({ signal }) => call(getUpload, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isMoving(data) ? POLL_INTERVAL_MS : false,
  });
}

const WAITING_KEY = [ACCOUNT_KEY, "waiting uploads"] as const;

export function waitingQuery() {
  return queryOptions({
    queryKey: WAITING_KEY,
    queryFn: (context) => accountCall(listWaitingUploads, {}, context),
    staleTime: 0,
  });
}

export function useWithdraw() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteUpload, { params: { id } }),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: OWN_KEY }),
  });
}

/** @param reason of a rejection; undefined approves */
export async function decideUpload({ id, version }: WaitingUpload, reason?: string): Promise<undefined> {
  const params = { id };
  await (reason === undefined
    ? call(approveUpload, { params, body: { version } })
    : call(refuseUpload, { params, body: { version, reason } }));
}

export function useRefetchWaiting(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: WAITING_KEY });
}
