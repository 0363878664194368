/** Link requests and the form for them, for component tests. */
import type { z } from "zod/mini";
import { getNewLink, listLinkRequests } from "#shared/contracts/creator-links.ts";
import type { CreatorRow } from "#shared/entities/creator.ts";
import type { CreatorLinkRequest, LinkedPost } from "#shared/entities/creator-link.ts";
import { api } from "./api.ts";
import { creatorRow, DAY, listPost } from "./examples.ts";

type Row = z.input<typeof CreatorRow>;
type Post = z.input<typeof LinkedPost>;
type Request = z.input<typeof CreatorLinkRequest>;

/** Without the keys that rows of other answers have besides. */
export function linkedCreator(part: Partial<Row> = {}): Row {
  const { id, name, service, indexed, updated, public_id, relation_id } = creatorRow(part);
  return { id, name, service, indexed, updated, public_id, relation_id };
}

export const linkRequest = (part: Partial<Request> = {}): Request => ({
  id: 1,
  from_service: "patreon",
  from_id: "10",
  to_service: "fanbox",
  to_id: "20",
  reason: "Same drawings",
  requester_id: 8,
  status: "pending",
  requester: { id: 8, username: "cyd", role: "consumer" },
  from_creator: linkedCreator({ id: "10", name: "Ann" }),
  to_creator: linkedCreator({ service: "fanbox", id: "20", name: "Bea" }),
  created_at: DAY,
  linked: [],
  version: "v1",
  ...part,
});

export async function answerLinkRequests(requests: Request[] = [linkRequest()]): Promise<void> {
  await api.answer(listLinkRequests, requests);
}

export async function answerNewLink(links: Row[] = []): Promise<void> {
  const artist = linkedCreator({ id: "10" });
  await api.answer(getNewLink, {
    props: { currentPage: "artists", title: "Link another account", artist, links },
  });
}

export const linkedPost = (part: Partial<Post> = {}): Post => ({ ...listPost(part), repeats: [], ...part });

/** One that both profiles posted, and others of either. */
export const linkedPosts = (count: number): Post[] =>
  Array.from({ length: count }, (_, at) => {
    const id = String(at + 1);
    if (at === 0) return linkedPost({ id, repeats: [{ service: "fanbox", user: "20", id: "f1" }] });
    return linkedPost(at % 2 === 0 ? { id } : { id, service: "fanbox", user: "20" });
  });
