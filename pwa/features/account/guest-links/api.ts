import { queryOptions } from "@tanstack/react-query";
import {
  getGuest,
  getGuestPost,
  listGuestLinks,
  listGuestPosts,
  openGuestLink,
} from "#shared/contracts/guest-links.ts";
import { call } from "../../../api/call.ts";
import { ACCOUNT_KEY, accountCall } from "../../../offline/account/call.ts";

const GUEST_KEY = "guest";

export function guestLinksQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "guest links"],
    queryFn: (context) => accountCall(listGuestLinks, {}, context),
    staleTime: 0,
  });
}

/**
 * Opens a link, and returns what it shows. What guests see is not stored on the device: the link ends.
 * @param token "" for the link that is open
 */
export function guestQuery(token: string) {
  return queryOptions({
    queryKey: [GUEST_KEY, token],
    queryFn: async ({ signal }) => {
      if (token !== "") await call(openGuestLink, { body: { token }, signal });
      return await call(getGuest, { signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export function guestPostsQuery(token: string, o: string | undefined) {
  return queryOptions({
    queryKey: [GUEST_KEY, token, "posts", o],
    queryFn: ({ signal }) => call(listGuestPosts, { query: { o }, signal }),
  });
}

export function guestPostQuery(token: string, post: string) {
  return queryOptions({
    queryKey: [GUEST_KEY, token, "post", post],
    queryFn: ({ signal }) => call(getGuestPost, { params: { post }, signal }),
  });
}
