import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listPendingDms, movePendingDms, reviewDms } from "#shared/contracts/dms.ts";
import type { ReviewStatus } from "#shared/rules/dm-review.ts";
import { call } from "../../../api/call.ts";
import { ACCOUNT_KEY, finishLogout, noteEndedSession } from "../../../offline/account/call.ts";
import { TASKS_KEY } from "../../account/tasks.ts";

const REVIEW_KEY = [ACCOUNT_KEY, "review dms"] as const;

/** In memory only: unapproved DMs are stored nowhere on the device. */
export function pendingDmsQuery(status: ReviewStatus) {
  return queryOptions({
    queryKey: [...REVIEW_KEY, status],
    queryFn: async ({ signal }) => {
      await finishLogout();
      return await call(listPendingDms, { query: { status }, signal }).catch(ended);
    },
    select: ({ props }) => props,
    staleTime: 0,
    gcTime: 0,
  });
}

function ended(error: unknown): never {
  noteEndedSession(error);
  throw error;
}

export interface Decision {
  approved: string[];
  ignored: string[];
  deleteIgnored: boolean;
}

/** Approves, ignores and deletes DMs, then refetches the lists. */
export function useReview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ approved, ignored, deleteIgnored }: Decision) =>
      call(reviewDms, {
        body: { approved_hashes: approved, ignored_hashes: ignored, delete_ignored: deleteIgnored },
      }),
    onError: noteEndedSession,
    onSettled: () =>
      Promise.all(
        [REVIEW_KEY, TASKS_KEY, ["dms"], ["creator-dms"], ["profile"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export interface Move {
  hashes: string[];
  status: ReviewStatus;
}

/** Ignores pending DMs, or restores ignored ones. */
export function useMove() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Move) => call(movePendingDms, { body }),
    onError: noteEndedSession,
    onSettled: () =>
      Promise.all([REVIEW_KEY, TASKS_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
