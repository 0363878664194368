/** Search hits as JSON bytes, cached while no post changes: most responses then need no query and no serialization. */
import type { Db } from "../../db/client.ts";
import { JsonText } from "../../http/answer-forms.ts";
import { VersionedValues } from "../../http/cache.ts";
import type { Services } from "../../http/endpoint.ts";
import { etagOf } from "../../http/etag.ts";
import { withCardDetails } from "./card-details.ts";
import { postsByKey } from "./list-queries.ts";

/** In bytes; some tens of thousands of posts. */
const CACHE_BYTES = 64 * 1024 * 1024;

interface HitText {
  bytes: Buffer;
  /** Changes with the bytes. */
  tag: string;
}

export class HitTexts {
  readonly #texts = new VersionedValues<HitText>(
    ["posts", "creators.listed", "picture_sizes", "media_details"],
    {
      maxSize: CACHE_BYTES,
      sizeOf: ({ bytes }) => bytes.length,
    },
  );

  /**
   * Returns a JSON array of these posts in this order, without deleted and hidden ones.
   * @param around text of the response before and after the array
   */
  async read(
    { sql, changes }: Pick<Services, "changes"> & { sql: Db },
    { services, ids }: { services: readonly string[]; ids: readonly string[] },
    extra: "tags" | "card" | undefined,
    around = { before: "", after: "" },
  ): Promise<JsonText> {
    const kind = extra ?? "";
    const keys = ids.map((id, at) => kind + keyOf(services[at], id));
    const texts = await this.#texts.get(changes, keys, async (missing) => {
      const posts = await postsByKey(
        sql,
        missing.map((at) => services[at] ?? ""),
        missing.map((at) => ids[at] ?? ""),
      );
      const byKey = new Map(
        (await withCardDetails(sql, extra, posts)).map((post) => [
          kind + keyOf(post.service, post.id),
          textOf(JSON.stringify(post)),
        ]),
      );
      return missing.map((at) => byKey.get(keys[at] ?? ""));
    });
    const found = texts.filter((text) => text !== undefined);
    const [before, after] = [`${around.before}[`, `]${around.after}`];
    const parts = found.flatMap(({ bytes }) => [COMMA, bytes]).slice(1);
    const bytes = Buffer.concat([Buffer.from(before), ...parts, Buffer.from(after)]);
    // Hashes the tags instead of all bytes of a page, which would take ten times as long.
    return new JsonText(bytes, {
      etag: etagOf([before, ...found.map(({ tag }) => tag), after].join("\n")),
      sure: true,
    });
  }
}

const COMMA = Buffer.from(",");
const textOf = (json: string): HitText => ({ bytes: Buffer.from(json), tag: etagOf(json) });
const keyOf = (service: string | undefined, id: string) => `${service}/${id}`;
