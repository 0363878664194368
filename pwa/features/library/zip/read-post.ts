/** Reads a post for a ZIP of several, from the server, or from this device while offline. */
import { getPost, listComments } from "#shared/contracts/post.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import type { CreatorProfile } from "#shared/entities/creator.ts";
import type { Comment, PostEnvelope } from "#shared/entities/post.ts";
import { call } from "../../../api/call.ts";
import { HttpError } from "../../../api/errors.ts";
import { isOutage } from "../../../offline/cache/outage.ts";
import { loadOfflineStore } from "../../../offline/load-offline-store.ts";

export interface ReadPost {
  envelope: PostEnvelope;
  creator: string;
  comments: readonly Comment[];
}

export interface PostKey {
  service: string;
  /** Creator's id. */
  user: string;
  id: string;
}

/** Sends one request after the other. @returns undefined if the post is gone. @throws the errors of `call` */
export async function readPost(
  { service, user, id }: PostKey,
  hasComments: boolean,
  signal: AbortSignal,
): Promise<ReadPost | undefined> {
  const params = { service, id: user, post: id };
  const of = { service, id: user };
  const stored = async <T>(endpoint: Parameters<Stored>[0], input: Parameters<Stored>[1]) => {
    const { readCached } = await loadOfflineStore();
    return (await readCached(endpoint, input))?.body as T | undefined;
  };
  const orStored =
    <T>(endpoint: Parameters<Stored>[0], input: Parameters<Stored>[1]) =>
    async (error: unknown): Promise<T> => {
      const copy = isOutage(error) ? await stored<T>(endpoint, input) : undefined;
      if (copy === undefined) throw error;
      return copy;
    };
  const orNone =
    <T>(none: T) =>
    (error: unknown): T => {
      if (error instanceof HttpError && error.isMissing) return none;
      throw error;
    };
  const envelope = await call(getPost, { params, signal })
    .catch(orStored<PostEnvelope>(getPost, { params }))
    .catch(orNone(undefined));
  if (envelope === undefined) return undefined;
  const comments = hasComments
    ? await call(listComments, { params, signal })
        .catch(orNone<Comment[]>([]))
        .catch(orStored<Comment[]>(listComments, { params }))
    : [];
  const profile = await call(getProfile, { params: of, signal }).catch(
    orStored<CreatorProfile>(getProfile, { params: of }),
  );
  return { envelope, creator: profile.name, comments };
}

type Stored = Awaited<ReturnType<typeof loadOfflineStore>>["readCached"];
