/** Drops hits whose row is deleted or hidden, and sets their counts; results are cached until a table changes, so most searches need no query. */
import type { SearchAnswer } from "#shared/contracts/search.ts";
import type { Db } from "../../db/client.ts";
import { VersionedValues } from "../../http/cache.ts";
import type { Services } from "../../http/endpoint.ts";
import { existingHits } from "./queries.ts";

/** Some tens of thousands of hits; a key and its entry take about 200 bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Number of posts of a creator or tag, 0 for other hits; false if it is gone or hidden. */
type Present = number | false;

/** Once per server: what it remembers belongs to its database. @returns the same hits without those that are gone or hidden */
export function cachedExistingHits() {
  const known = new VersionedValues<Present>(["creators.listed", "posts", "dms", "tags"], {
    maxSize: MAX_BYTES,
    sizeOf: () => 200,
  });
  return async (
    { sql, changes }: Pick<Services, "changes"> & { sql: Db },
    found: SearchAnswer,
  ): Promise<SearchAnswer> => {
    const keys = countsOf(found).map(([key]) => key);
    const present = await known.get(changes, keys, async (missing) => {
      const asked = new Set(missing);
      const there = await existingHits(
        sql,
        only(found, (at) => asked.has(at) && 0),
      );
      const counts = new Map(countsOf(there));
      return missing.map((at) => counts.get(keys[at] ?? "") ?? false);
    });
    return only(found, (at) => present[at] ?? false);
  };
}

/** Keys of all hits, with the number of posts where a hit has one. */
function countsOf({ creators, posts, dms, tags }: SearchAnswer): [key: string, posts: number][] {
  return [
    ...creators.map((hit): [string, number] => [keyOf("creator", hit.service, hit.id), hit.post_count]),
    ...posts.map(({ service, id }): [string, number] => [keyOf("post", service, id), 0]),
    ...dms.map(({ hash }): [string, number] => [keyOf("dm", hash), 0]),
    ...tags.map((hit): [string, number] => [keyOf("tag", hit.tag), hit.post_count]),
  ];
}

const keyOf = (...parts: string[]) => JSON.stringify(parts);

/** @param find by place in `countsOf` */
function only(
  { creators, posts, dms, tags, ...notes }: SearchAnswer,
  find: (at: number) => Present,
): SearchAnswer {
  let at = 0;
  const isThere = () => find(at++) !== false;
  const counted = <H extends object>(hit: H) => {
    const count = find(at++);
    return count === false ? [] : [{ ...hit, post_count: count }];
  };
  return {
    creators: creators.flatMap(counted),
    posts: posts.filter(isThere),
    dms: dms.filter(isThere),
    tags: tags.flatMap(counted),
    ...notes,
  };
}
