/** In an archive for members, leads to the login when the session ends: here, in another tab, or on the server. */
import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { HttpError } from "../../api/errors.ts";
import { isForMembers, isLockedOut } from "../../lib/members.ts";
import { session } from "../../lib/session.ts";
import { noteEndedSession } from "../../offline/account/call.ts";

/** @returns stop */
export function followSession(router: AnyRouter, client: QueryClient): () => void {
  if (!isForMembers()) return () => {};
  const queries = client.getQueryCache();
  const onChange = () => {
    if (isLockedOut()) void router.invalidate();
    // Else errors of the session before would end this one.
    else client.removeQueries({ predicate: ({ state }) => state.error !== null });
  };
  let isForgetting = false;
  const onError = (error: unknown) => {
    if (!(error instanceof HttpError && error.isForgotten)) return noteEndedSession(error);
    if (isForgetting) return;
    isForgetting = true;
    // Also where the browser has not done it: without https it ignores the header.
    void import("../../features/account/session-actions.ts")
      .then(({ forgetAccount }) => forgetAccount(client))
      .finally(() => {
        isForgetting = false;
      });
  };
  const stops = [
    session.subscribe(onChange),
    // Any request shows that the session has ended, not only those of the account.
    queries.subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") onError(event.action.error);
    }),
  ];
  // Errors from before this code was loaded.
  for (const { state } of queries.getAll()) onError(state.error);
  if (isLockedOut()) onChange();
  return () => {
    for (const stop of stops) stop();
  };
}
