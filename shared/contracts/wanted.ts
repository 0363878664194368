/** Gaps of the archive, and lists of what it should have, for administrators (docs/decisions/0076-wanted.md). */
import { z } from "zod/mini";
import { ServiceName } from "../entities/creator.ts";
import { CreatorGaps, GAP_SOURCES, PostGap } from "../entities/wanted.ts";
import { offset } from "../rules/offset.ts";
import { PAGE_SIZE } from "../rules/paging.ts";
import { WantedCreator, WantedPost } from "../rules/wanted.ts";
import { endpoint } from "./endpoint.ts";

const PATH = "/v1/account/administrator/wanted";
/** Maximum of each kind per request. */
export const MAX_WANTED = 10_000;

const administrator = { access: "administrator" } as const;
const read = { ...administrator, method: "GET", private: true } as const;

const Source = z
  .optional(z.union([z.literal(""), z.enum(GAP_SOURCES)]))
  .register(z.globalRegistry, { description: "Only what is known from this." });
const Filter = {
  service: z
    .optional(z.union([z.literal(""), ServiceName]))
    .register(z.globalRegistry, { description: "Only of this service." }),
  source: Source,
};

export const listGaps = endpoint({
  ...read,
  path: PATH,
  summary: `Creators with something missing, by name, ${PAGE_SIZE} per page, with the number of posts that are not in the archive and of files that posts lack.`,
  query: z.object({ ...Filter, o: offset() }),
  response: z.object({
    /** Creators across all pages. */
    count: z.int(),
    /** Creators among them that lists name and that are not in the archive. */
    wanted_creators: z.int(),
    posts: z.int(),
    files: z.int(),
    /** With something missing, whatever the filter. */
    services: z.array(ServiceName),
    creators: z.array(CreatorGaps),
  }),
});

export const listPostGaps = endpoint({
  ...read,
  path: `${PATH}/posts`,
  summary: `Posts of a creator that are not in the archive or lack files, newest first, ${PAGE_SIZE} per page.`,
  query: z.object({
    service: ServiceName,
    creator: z
      .optional(z.string().check(z.maxLength(200)))
      .register(z.globalRegistry, { description: "Without it, posts whose creator is unknown." }),
    source: Source,
    o: offset(),
  }),
  response: z.object({ count: z.int(), posts: z.array(PostGap) }),
});

export const exportGaps = endpoint({
  ...read,
  path: `${PATH}/export`,
  summary: "Everything that is missing, one row for each creator, post and file, as JSON or CSV.",
  query: z.object({
    ...Filter,
    format: z
      .enum(["json", "csv"], "Expected json or csv.")
      .register(z.globalRegistry, { description: "Format of the file." }),
  }),
  response: "stream",
});

export const addWanted = endpoint({
  ...administrator,
  method: "POST",
  path: PATH,
  idempotent: true,
  summary:
    "Adds creators and posts that the archive should have, from a list of another site or program. What was taken down is never wanted.",
  maxBytes: 16 * 1024 * 1024,
  body: z.strictObject(
    {
      creators: z.array(WantedCreator).check(z.maxLength(MAX_WANTED)),
      posts: z.array(WantedPost).check(z.maxLength(MAX_WANTED)),
    },
    "Expected creators and posts.",
  ),
  response: z.object({
    /** Newly wanted: not in the archive. */
    added: z.int(),
    /** Not in the archive, and wanted before. */
    known: z.int(),
    /** In the archive. */
    here: z.int(),
    /** Taken down or hidden. */
    taken_down: z.int(),
  }),
});

export const removeWanted = endpoint({
  ...administrator,
  method: "POST",
  path: `${PATH}/remove`,
  idempotent: true,
  summary: "Removes creators and posts from what is wanted.",
  maxBytes: 16 * 1024 * 1024,
  body: addWanted.body,
  response: z.object({ removed: z.int() }),
});
