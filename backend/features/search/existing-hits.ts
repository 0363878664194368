/** Drops hits whose row is deleted or hidden; results are cached until a table changes, so most searches need no query. */
import type { SearchAnswer } from "#shared/contracts/search.ts";
import type { Db } from "../../db/client.ts";
import { VersionedValues } from "../../http/cache.ts";
import type { Services } from "../../http/endpoint.ts";
import { existingHits } from "./queries.ts";

/** Some tens of thousands of hits; a key and its entry take about 200 bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Once per server: what it remembers belongs to its database. @returns the same hits without those that are gone or hidden */
export function cachedExistingHits() {
  const known = new VersionedValues<boolean>(["creators.listed", "posts", "dms", "tags"], {
    maxSize: MAX_BYTES,
    sizeOf: () => 200,
  });
  return async (
    { sql, changes }: Pick<Services, "changes"> & { sql: Db },
    found: SearchAnswer,
  ): Promise<SearchAnswer> => {
    const keys = keysOf(found);
    const present = await known.get(changes, keys, async (missing) => {
      const asked = new Set(missing);
      const there = new Set(
        keysOf(
          await existingHits(
            sql,
            only(found, (at) => asked.has(at)),
          ),
        ),
      );
      return missing.map((at) => there.has(keys[at] ?? ""));
    });
    return only(found, (at) => present[at] === true);
  };
}

function keysOf({ creators, posts, dms, tags }: SearchAnswer): string[] {
  return [
    ...creators.map(({ service, id }) => JSON.stringify(["creator", service, id])),
    ...posts.map(({ service, id }) => JSON.stringify(["post", service, id])),
    ...dms.map(({ hash }) => JSON.stringify(["dm", hash])),
    ...tags.map(({ tag }) => JSON.stringify(["tag", tag])),
  ];
}

/** @param isWanted by place in `keysOf` */
function only(
  { creators, posts, dms, tags, ...notes }: SearchAnswer,
  isWanted: (at: number) => boolean,
): SearchAnswer {
  let at = 0;
  const next = () => isWanted(at++);
  return {
    creators: creators.filter(next),
    posts: posts.filter(next),
    dms: dms.filter(next),
    tags: tags.filter(next),
    ...notes,
  };
}
