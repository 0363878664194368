import { queryOptions } from "@tanstack/react-query";
import {
  getGuest,
  getGuestPost,
  LINK_ENDED,
  LINK_NEEDS_PASSWORD,
  listGuestLinks,
  listGuestPosts,
  openGuestLink,
} from "#shared/contracts/guest-links.ts";
import type { GuestPostKey } from "#shared/entities/guest-link.ts";
import { call } from "../../../api/call.ts";
import { HttpError, NetworkError } from "../../../api/errors.ts";
import { ACCOUNT_KEY, accountCall } from "../../../offline/account/call.ts";
import {
  checkGuestCopies,
  deleteGuestPost,
  findGuestPost,
  type GuestState,
  readGuestCopy,
} from "../../../offline/guest-copies/guest-copies.ts";

export const GUEST_KEY = "guest";

export function guestLinksQuery() {
  return queryOptions({
    queryKey: [ACCOUNT_KEY, "guest links"],
    queryFn: (context) => accountCall(listGuestLinks, {}, context),
    staleTime: 0,
  });
}

export interface OpenedLink extends GuestState {
  /** Shown from what was saved on the device, as there is no connection or the link cannot be opened again. */
  isCopy: boolean;
}

/**
 * Opens a link, and returns what it shows; else what was saved of it. Nothing is stored on the device without being saved: the link
 * ends.
 * @param token "" for the link that is open
 */
export function guestQuery(token: string) {
  return queryOptions({
    queryKey: [GUEST_KEY, token],
    queryFn: async ({ signal }): Promise<OpenedLink> => {
      try {
        if (token !== "") await call(openGuestLink, { body: { token }, signal });
        const shown = await call(getGuest, { signal });
        void deleteMissing(token);
        return { ...shown, isCopy: false };
      } catch (error) {
        if (signal.aborted || saysOf(error) === LINK_NEEDS_PASSWORD) throw error;
        // A link that was opened as often as it may be has not ended for what was saved.
        if (saysOf(error) === LINK_ENDED) await checkGuestCopies().catch(() => undefined);
        const copy = await readGuestCopy(token);
        if (copy === undefined) throw error;
        return { ...copy.shown, isCopy: true };
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: "always",
    retry: false,
  });
}

/** Deletes saved posts that the link does not show anymore. */
async function deleteMissing(token: string): Promise<void> {
  const posts = (await readGuestCopy(token))?.posts ?? [];
  for (const { service, id } of posts)
    await call(getGuestPost, { params: { service, post: id } }).catch(async (error: unknown) => {
      if (saysOf(error) === LINK_ENDED) await deleteGuestPost(token, { service, id });
    });
}

/** Text of the server; undefined for other errors. */
export const saysOf = (error: unknown): string | undefined =>
  error instanceof HttpError ? error.message : undefined;

export function guestPostsQuery(token: string, o: string | undefined, isCopy: boolean) {
  return queryOptions({
    queryKey: [GUEST_KEY, token, "posts", o, isCopy],
    queryFn: ({ signal }) =>
      loadOrCopy(
        () => call(listGuestPosts, { query: { o }, signal }),
        async () => (await readGuestCopy(token))?.list,
        isCopy,
      ),
  });
}

export function guestPostQuery(token: string, key: GuestPostKey, isCopy: boolean) {
  const { service, id } = key;
  return queryOptions({
    queryKey: [GUEST_KEY, token, "post", service, id, isCopy],
    queryFn: ({ signal }) =>
      loadOrCopy(
        () => call(getGuestPost, { params: { service, post: id }, signal }),
        async () => findGuestPost(await readGuestCopy(token), key),
        isCopy,
      ),
  });
}

/** Loads from the server, or without a connection or where only a copy is in view from the device. */
async function loadOrCopy<T>(
  load: () => Promise<T>,
  copy: () => Promise<T | undefined>,
  isCopy: boolean,
): Promise<T> {
  const saved = isCopy ? await copy() : undefined;
  if (saved !== undefined) return saved;
  try {
    return await load();
  } catch (error) {
    const found = error instanceof NetworkError ? await copy() : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

/** Reads what is saved of a link; null for nothing. */
export function guestCopyQuery(token: string) {
  return queryOptions({
    queryKey: [GUEST_KEY, token, "copy"],
    queryFn: async () => (await readGuestCopy(token)) ?? null,
    networkMode: "always",
    staleTime: 0,
  });
}
