/** The search box: five hits of each index in one request, matched words marked. */
import type { Hit } from "meilisearch";
import type { SearchAnswer } from "#shared/contracts/search.ts";
import {
  type CreatorDocument,
  type DmDocument,
  INDEXES,
  type IndexName,
  MARK_END,
  MARK_START,
  type PostDocument,
  type TagDocument,
} from "#shared/search/documents.ts";
import type { Search } from "./client.ts";

const HITS = 5;
const SNIPPET_WORDS = 24;
const SHOWN: Record<IndexName, { retrieve: string[]; highlight: string[] }> = {
  creators: { retrieve: ["service", "id", "name", "post_count"], highlight: ["name"] },
  posts: { retrieve: ["service", "user", "id", "title", "creator", "tags"], highlight: ["title", "content"] },
  dms: { retrieve: ["hash", "service", "user", "creator"], highlight: ["content"] },
  tags: { retrieve: ["tag", "post_count"], highlight: ["tag"] },
};

/** @throws HttpError 503 where the engine does not answer */
export function findEverything(search: Search, q: string): Promise<SearchAnswer> {
  return search.ask(async (engine, signal) => {
    const queries = INDEXES.map((name) => ({
      indexUid: search.index(name),
      q,
      limit: HITS,
      attributesToRetrieve: SHOWN[name].retrieve,
      attributesToHighlight: SHOWN[name].highlight,
      highlightPreTag: MARK_START,
      highlightPostTag: MARK_END,
      ...(SHOWN[name].highlight.includes("content")
        ? { attributesToCrop: ["content"], cropLength: SNIPPET_WORDS, cropMarker: "…" }
        : {}),
    }));
    const { results } = await engine.multiSearch({ queries }, { signal });
    const [creators, posts, dms, tags] = results.map((result) => result.hits);
    return {
      creators: ((creators ?? []) as Hit<CreatorDocument>[]).map(creatorHit),
      posts: ((posts ?? []) as Hit<PostDocument>[]).map(postHit),
      dms: ((dms ?? []) as Hit<DmDocument>[]).map(dmHit),
      tags: ((tags ?? []) as Hit<TagDocument>[]).map(tagHit),
    };
  });
}

function creatorHit({
  service,
  id,
  name,
  post_count,
  _formatted,
}: Hit<CreatorDocument>): SearchAnswer["creators"][number] {
  return {
    service: service as SearchAnswer["creators"][number]["service"],
    id,
    name: _formatted?.name ?? name,
    post_count,
  };
}

function postHit({
  service,
  user,
  id,
  title,
  creator,
  tags,
  _formatted,
}: Hit<PostDocument>): SearchAnswer["posts"][number] {
  return {
    service: service as SearchAnswer["posts"][number]["service"],
    user,
    id,
    title: _formatted?.title ?? title,
    creator,
    snippet: _formatted?.content ?? "",
    tags,
  };
}

function dmHit({ hash, service, user, creator, _formatted }: Hit<DmDocument>): SearchAnswer["dms"][number] {
  return {
    hash,
    service: service as SearchAnswer["dms"][number]["service"],
    user,
    creator,
    snippet: _formatted?.content ?? "",
  };
}

function tagHit({ tag, post_count, _formatted }: Hit<TagDocument>): SearchAnswer["tags"][number] {
  return { tag, marked: _formatted?.tag ?? tag, post_count };
}
