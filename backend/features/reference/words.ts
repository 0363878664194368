/** Words for names that mean the same wherever they stand. What a schema says of itself comes first. */

import type { Schema } from "#shared/entities/openapi.ts";
import { SERVICES } from "#shared/paysites/index.ts";

interface Words {
  description: string;
  schema?: Schema;
}

const SERVICE: Words = {
  description: `One of: ${SERVICES.join(", ")}. Any other is not found.`,
  schema: { examples: ["patreon"] },
};

/** Parameters by name. */
export const PARAMETERS: Record<string, Words> = {
  service: SERVICE,
  id: { description: "The creator's id on its service; always text." },
  post: { description: "The post's id on its service; always text." },
  revision: { description: "The number of a former version, as `revision_id` gives it." },
  o: {
    description: "How many rows to skip. More than there are is an error, exactly as many is an empty page.",
  },
  q: { description: "Words to look for." },
  tag: { description: "Only what has this tag. May be repeated: then all of them must match." },
};

/** Components by name. */
export const COMPONENTS: Record<string, Words> = {
  Iso: {
    description:
      "A moment in UTC without a zone; six fractional digits, or none where the microseconds are zero.",
    schema: { examples: ["2024-05-01T12:00:00", "2024-05-01T12:00:00.123456"] },
  },
  ServiceName: { description: "Where a creator publishes." },
  CreatorListItem: { description: "One creator of the full list; `indexed` and `updated` are Unix seconds." },
  CreatorProfile: { description: "One creator with counts." },
  CreatorRow: { description: "A creator inside another answer." },
  TagCount: { description: "A tag and how many posts have it." },
  FileRef: {
    description:
      "A stored file. Its address is `/data` and `path`; `/thumbnail/data` and `path` is a picture of it.",
    schema: {
      examples: [
        {
          name: "sketch.png",
          path: `/0a/1b/0a1b${"c".repeat(60)}.png`,
        },
      ],
    },
  },
  MaybeFile: { description: "A stored file, or `{}` where there is none." },
  Embed: { description: "A link the post embeds, `{}` where there is none." },
  PostListItem: { description: "A post in a list; `substring` is the first 50 characters of its content." },
  PostHit: { description: "A post found by a search: the whole post." },
  FullPost: { description: "A whole post. `content` is HTML that was made safe when it was stored." },
  PagePost: { description: "The post of a post page, with its neighbours by date." },
  RevisionPost: { description: "A former version of a post." },
  PostEnvelope: { description: "Everything a post page shows." },
};
