/** Search hits as JSON bytes, kept while no post changes: most answers then need no query and are written by nobody twice. */
import type { Db } from "../../db/client.ts";
import { VersionedValues } from "../../http/cache.ts";
import type { Services } from "../../http/endpoint.ts";
import { withCardNames } from "./card-names.ts";
import { postsByKey } from "./list-queries.ts";

/** In bytes; some tens of thousands of posts. */
const LIMIT = 64 * 1024 * 1024;

export class HitTexts {
  readonly #texts = new VersionedValues<Buffer>(["posts", "creators.listed"], {
    maxSize: LIMIT,
    sizeOf: ({ length }) => length,
  });

  /** A JSON array of these posts in this order, without those that are gone or hidden. */
  async read(
    { sql, changes }: Pick<Services, "changes"> & { sql: Db },
    services: readonly string[],
    ids: readonly string[],
    extra: "tags" | "card" | undefined,
  ): Promise<Buffer> {
    const kind = extra === "card" ? extra : ""; // whole posts have their tags
    const keys = ids.map((id, at) => kind + keyOf(services[at], id));
    const texts = await this.#texts.get(changes, keys, async (missing) => {
      const posts = await postsByKey(
        sql,
        missing.map((at) => services[at] ?? ""),
        missing.map((at) => ids[at] ?? ""),
      );
      const byKey = new Map(
        (await withCardNames(sql, extra, posts)).map((post) => [
          kind + keyOf(post.service, post.id),
          Buffer.from(JSON.stringify(post)),
        ]),
      );
      return missing.map((at) => byKey.get(keys[at] ?? ""));
    });
    const parts = texts.flatMap((text) => (text === undefined ? [] : [COMMA, text])).slice(1);
    return Buffer.concat([OPEN, ...parts, CLOSE]);
  }
}

const [OPEN, COMMA, CLOSE] = [Buffer.from("["), Buffer.from(","), Buffer.from("]")];
const keyOf = (service: string | undefined, id: string) => `${service}/${id}`;
