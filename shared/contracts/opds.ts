/** Catalogs for programs that read comics and books: OPDS 1.2 (Atom) and OPDS 2 (JSON). */
import { z } from "zod/mini";
import { offset, searchText } from "../rules/offset.ts";
import { endpoint } from "./endpoint.ts";
import { CREATOR_NOT_FOUND, CreatorParams } from "./profile.ts";

export const OPDS_TYPES = {
  opds1: "application/atom+xml",
  opds2: "application/opds+json",
  search: "application/opensearchdescription+xml",
  manifest: "application/divina+json",
} as const;

/** A link of OPDS 2 and of manifests (Readium). */
const Link = z.object({
  /** A URI template if `templated`. */
  href: z.string(),
  type: z.string(),
  rel: z.optional(z.string()),
  title: z.optional(z.string()),
  templated: z.optional(z.literal(true)),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});
export type OpdsLink = z.infer<typeof Link>;

const PublicationMetadata = z.object({
  "@type": z.literal("http://schema.org/CreativeWork"),
  conformsTo: z.optional(z.literal("https://readium.org/webpub-manifest/profiles/divina")),
  title: z.string(),
  /** URL of the post. */
  identifier: z.url(),
  author: z.object({ name: z.string(), links: z.array(Link) }),
  published: z.optional(z.iso.datetime()),
  modified: z.iso.datetime(),
  description: z.optional(z.string()),
  subject: z.optional(z.array(z.string())),
  numberOfPages: z.optional(z.int()),
});
export type PublicationMetadata = z.infer<typeof PublicationMetadata>;

/** OPDS 2.0. */
export const OpdsFeed = z.object({
  metadata: z.object({
    title: z.string(),
    numberOfItems: z.optional(z.int()),
    itemsPerPage: z.optional(z.int()),
    currentPage: z.optional(z.int()),
  }),
  links: z.array(Link),
  navigation: z.optional(z.array(z.extend(Link, { title: z.string() }))),
  publications: z.optional(
    z.array(
      z.object({ metadata: PublicationMetadata, links: z.array(Link), images: z.optional(z.array(Link)) }),
    ),
  ),
  /** Empty, in a catalog of nothing: each has one of the three lists, and only this one may be empty. */
  groups: z.optional(z.array(z.never())),
});
export type OpdsFeed = z.infer<typeof OpdsFeed>;

/** Images of a post as a publication (Readium Web Publication Manifest, profile Divina). */
export const Manifest = z.object({
  "@context": z.literal("https://readium.org/webpub-manifest/context.jsonld"),
  metadata: PublicationMetadata,
  links: z.array(Link),
  readingOrder: z.array(Link),
});
export type Manifest = z.infer<typeof Manifest>;

export const OPDS_VERSIONS = ["1", "2"] as const;
export type OpdsVersion = (typeof OPDS_VERSIONS)[number];
const version = z
  ._default(z.enum(OPDS_VERSIONS, "Expected version to be 1 or 2."), "1")
  .register(z.globalRegistry, { description: "OPDS 1.2 or OPDS 2.0." });

const CATALOG = {
  method: "GET" as const,
  basicLogin: true as const,
  response: OpdsFeed,
  type: OPDS_TYPES.opds2,
  also: [OPDS_TYPES.opds1],
};

export const getCatalog = endpoint({
  ...CATALOG,
  path: "/v1/opds",
  access: "anyone",
  topics: [],
  summary: "Start of the catalog for comic and book readers (OPDS).",
  query: z.object({ version }),
});

export const getPostsCatalog = endpoint({
  ...CATALOG,
  path: "/v1/opds/posts",
  access: "anyone",
  topics: ["posts", "creators", "files", "removed_files"],
  summary: "Posts with images, archive files or documents as publications, 50 per page; with q those found.",
  query: z.object({ version, q: searchText(2), o: offset() }),
});

export const getCreatorsCatalog = endpoint({
  ...CATALOG,
  path: "/v1/opds/creators",
  access: "anyone",
  topics: ["creators"],
  summary: "Catalogs of creators, last updated first, 50 per page.",
  query: z.object({ version, o: offset() }),
});

export const getCreatorCatalog = endpoint({
  ...CATALOG,
  path: "/v1/:service/user/:id/opds",
  access: "anyone",
  topics: ["posts", "creators", "files", "removed_files"],
  summary:
    "A creator's posts with images, archive files or documents as publications, newest first, 50 per page.",
  params: CreatorParams,
  query: z.object({ version, o: offset() }),
  errors: { 404: [CREATOR_NOT_FOUND] },
});

export const getFavoritesCatalog = endpoint({
  ...CATALOG,
  path: "/v1/account/favorites/opds",
  access: "session",
  scope: "favorites",
  private: true,
  summary: "Catalogs of the account's favorite creators, last updated first, 50 per page.",
  query: z.object({ version, o: offset() }),
});

export const getCatalogSearch = endpoint({
  method: "GET",
  path: "/v1/opds/search",
  access: "anyone",
  topics: [],
  basicLogin: true,
  summary: "How to search the catalog (OpenSearch description).",
  response: z.string(),
  text: true,
  type: OPDS_TYPES.search,
});

const PostParams = z.object({ service: z.string(), id: z.string(), post: z.string() });

export const getManifest = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/manifest",
  access: "anyone",
  topics: ["posts", "creators", "files", "removed_files", "picture_sizes"],
  basicLogin: true,
  summary: "The images of a post as a publication (Readium manifest).",
  params: PostParams,
  response: Manifest,
  type: OPDS_TYPES.manifest,
  errors: { 404: ["Not Found"] },
});

export const getPage = endpoint({
  method: "GET",
  path: "/v1/:service/user/:id/post/:post/page/:page",
  access: "anyone",
  private: true,
  basicLogin: true,
  summary:
    "An image of a post by number, from 0 (OPDS page streaming); with width as WebP of at least that width, if there is such a thumbnail.",
  params: z.extend(PostParams, {
    page: z
      .string()
      .check(z.regex(/^\d{1,4}$/, "Expected a number."))
      .register(z.globalRegistry, { description: "Number of the image, from 0." }),
  }),
  query: z.object({
    width: z
      .optional(z.string().check(z.regex(/^\d{0,6}$/, "Expected width to be a number.")))
      .register(z.globalRegistry, { description: "Least width in pixels; the stored image if absent." }),
  }),
  response: "stream",
  errors: { 404: ["Not Found"], 503: ["The files are not available right now."] },
});
