/** Audio posts of a creator, newest first: what follows a post, and where to start. */
import type { QueryClient } from "@tanstack/react-query";
import { getPost } from "#shared/contracts/post.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { t } from "../../i18n/index.ts";
import { iconAddress } from "../../lib/addresses.ts";
import { cachedCall } from "../../offline/cache/cached.ts";
import { matcher } from "../reading/mutes/store.ts";
import { canPlay, isAudio } from "./playable.ts";
import type { Sounds } from "./playing.ts";

interface Creator {
  service: string;
  user: string;
  name: string;
}

const QUERY = "has:audio sort:newest";
const STALE_MS = 300_000;
/** Bounds the search for a post in a long list. */
const MAX_PAGES = 40;

/**
 * The next post that is not muted, with audio that the browser can play; the first one without `after`.
 * @throws as requests do
 */
export async function nextSounds(
  client: QueryClient,
  creator: Creator,
  after?: string,
): Promise<Sounds | undefined> {
  if (matcher()(creator) !== undefined) return undefined;
  let isPast = after === undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const ids = await idsOf(client, creator, page * PAGE_SIZE);
    for (const id of ids) {
      const sounds = isPast ? await soundsOf(client, creator, id) : undefined;
      if (sounds !== undefined) return sounds;
      isPast ||= id === after;
    }
    if (ids.length < PAGE_SIZE) break;
  }
  return undefined;
}

async function idsOf(client: QueryClient, { service, user }: Creator, offset: number): Promise<string[]> {
  const query = { q: QUERY, o: offset === 0 ? undefined : String(offset) };
  const posts = await client.fetchQuery({
    queryKey: ["audio-posts", service, user, offset],
    queryFn: (context) => cachedCall(listCreatorPosts, { params: { service, id: user }, query }, context),
    staleTime: STALE_MS,
  });
  return posts.map(({ id }) => id);
}

async function soundsOf(
  client: QueryClient,
  { service, user, name }: Creator,
  id: string,
): Promise<Sounds | undefined> {
  const { post, attachments, videos } = await client.fetchQuery({
    queryKey: ["audio-posts", service, user, id],
    queryFn: (context) => cachedCall(getPost, { params: { service, id: user, post: id } }, context),
    staleTime: STALE_MS,
  });
  const text = `${post.title}\n${plainText(post.content)}`;
  if (matcher()({ service, user, text, tags: post.tags }) !== undefined) return undefined;
  const tracks = tracksOf(attachments, videos).filter(canPlay);
  const title = post.title.trim() || t("post.untitled");
  if (tracks.length === 0) return undefined;
  return { service, user, id, from: { creator: name, title, icon: iconAddress(service, user) }, tracks };
}

/** Audio files among the attachments, each once. */
function tracksOf(attachments: PostEnvelope["attachments"], videos: PostEnvelope["videos"]) {
  const seen = new Set(videos.map(({ path }) => path));
  return attachments.filter((file) => {
    if (seen.has(file.path) || !isAudio(file)) return false;
    seen.add(file.path);
    return true;
  });
}
