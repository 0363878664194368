import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { listPendingDms, movePendingDms, reviewDms } from "#shared/contracts/dms.ts";
import type { ReviewStatus } from "#shared/rules/dm-review.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { ACCOUNT_KEY, finishLogout, noteEndedSession } from "../../../offline/account/call.ts";

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

/** Approves DMs; those that are not approved keep their status. */
export async function approveDms(hashes: readonly string[]): Promise<undefined> {
  if (hashes.length === 0) throw new Error(t("dmReview.noneChosen"));
  await call(reviewDms, {
    body: { approved_hashes: [...hashes], ignored_hashes: [], delete_ignored: false },
  });
}

/** Ignores pending DMs, or restores ignored ones. */
export const moveDms = (hashes: readonly string[], status: ReviewStatus) =>
  call(movePendingDms, { body: { hashes: [...hashes], status } });

export function useDeleteIgnored() {
  const refetch = useRefetchReview();
  return useMutation({
    mutationFn: () =>
      call(reviewDms, { body: { approved_hashes: [], ignored_hashes: [], delete_ignored: true } }),
    onError: noteEndedSession,
    onSettled: refetch,
  });
}

/** For after a decision: refetches what shows approved DMs, and waits for the lists of the review. */
export function useRefetchReview() {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [["dms"], ["creator-dms"], ["profile"]])
      void client.invalidateQueries({ queryKey });
    return client.invalidateQueries({ queryKey: REVIEW_KEY });
  };
}
