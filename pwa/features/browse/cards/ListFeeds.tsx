import { useQuery } from "@tanstack/react-query";
import { useMatch, useParams } from "@tanstack/react-router";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { cachedCall } from "../../../offline/cache/cached.ts";
import { FeedLinks } from "../../../ui/FeedLinks.tsx";

const WITH_MEDIA = "has:audio|video";
const STALE_MS = 300_000;

/** Feeds of a list; of a creator with audio or video also a podcast. */
export function ListFeeds({ search }: { search: ListSearch }) {
  const { service, id } = useParams({ strict: false });
  const isOfPerson = useMatch({ from: "/$service/user/$id/links/posts", shouldThrow: false }) !== undefined;
  const isCreator = service !== undefined && id !== undefined && !isOfPerson;
  const { data: found = [] } = useQuery({
    queryKey: ["media-posts", service, id],
    enabled: isCreator,
    queryFn: (context) => {
      const params = { service: service ?? "", id: id ?? "" };
      return cachedCall(listCreatorPosts, { params, query: { q: WITH_MEDIA } }, context);
    },
    staleTime: STALE_MS,
  });
  return <FeedLinks search={search} hasMedia={isCreator && found.length > 0} />;
}
