/** Writes catalogs as OPDS 1.2 and OPDS 2, and manifests. */
import {
  type Manifest,
  OPDS_TYPES,
  type OpdsFeed,
  type OpdsLink,
  type OpdsVersion,
  type PublicationMetadata,
} from "#shared/contracts/opds.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { contentTypeOf } from "../../files/names.ts";
import { OtherForm } from "../../http/answer-forms.ts";
import { ATOM, address, creatorAddress } from "../../http/feed-formats.ts";
import type { FileUrls } from "../../http/file-urls.ts";
import { type XmlNode, xmlDocument } from "../../http/xml.ts";
import type { Publication } from "./opds-publications.ts";

/** A link to another catalog. */
export interface NavigationEntry {
  title: string;
  /** One line about it. */
  text: string;
  /** Below `/api/v1`, without a query. */
  path: string;
  kind: Kind;
  rel?: string;
  changed?: Date;
  /** Absolute URL. */
  image?: string;
}

type Kind = "navigation" | "acquisition";
type Content = { navigation: NavigationEntry[] } | { publications: Publication[] };

export interface Catalog {
  title: string;
  /** Below `/api/v1`, without a query. */
  path: string;
  query?: string[][];
  /** For a list in pages. */
  page?: { offset: number; total: number };
  content: Content;
}

export interface Site {
  origin: string;
  urls: FileUrls;
  siteName: string;
}

const REL = {
  cover: "http://opds-spec.org/image",
  thumbnail: "http://opds-spec.org/image/thumbnail",
  acquisition: "http://opds-spec.org/acquisition/open-access",
  pages: "http://vaemendis.net/opds-pse/stream",
};

export function inVersion(version: OpdsVersion, catalog: Catalog, site: Site): OpdsFeed | OtherForm {
  return version === "2" ? toOpds2(catalog, site) : new OtherForm(OPDS_TYPES.opds1, toOpds1(catalog, site));
}

const kindOf = (content: Content): Kind => ("navigation" in content ? "navigation" : "acquisition");

const typeOf = (version: OpdsVersion, kind: Kind) =>
  version === "2" ? OPDS_TYPES.opds2 : `${OPDS_TYPES.opds1};profile=opds-catalog;kind=${kind}`;

interface Relation {
  rel: string;
  href: string;
  type: string;
}

/** Links of a catalog to itself, its start, its neighbors and the search. */
function relations(
  version: OpdsVersion,
  { path, query = [], page, content }: Catalog,
  { origin }: Site,
): Relation[] {
  const to = (rel: string, kind: Kind, where: string, more: string[][] = []): Relation => ({
    rel,
    href: address(`${origin}/api/v1/${where}`, [["version", version], ...more]),
    type: typeOf(version, kind),
  });
  const at = (offset: number) => [...query, ...(offset === 0 ? [] : [["o", String(offset)]])];
  const kind = kindOf(content);
  const { offset = 0, total = 0 } = page ?? {};
  return [
    to("self", kind, path, at(offset)),
    to("start", "navigation", "opds"),
    ...(path === "opds" ? [] : [to("up", "navigation", "opds")]),
    ...(offset > 0
      ? [to("first", kind, path, at(0)), to("previous", kind, path, at(offset - PAGE_SIZE))]
      : []),
    ...(offset + PAGE_SIZE < total ? [to("next", kind, path, at(offset + PAGE_SIZE))] : []),
  ];
}

// OPDS 2.0

function toOpds2(catalog: Catalog, site: Site): OpdsFeed {
  const { title, page, content } = catalog;
  const search: OpdsLink = {
    href: `${site.origin}/api/v1/opds/posts?version=2{&q}`,
    type: OPDS_TYPES.opds2,
    rel: "search",
    templated: true,
  };
  const lists =
    "navigation" in content
      ? content.navigation.map(({ title, path, kind, rel = "subsection" }) => ({
          href: address(`${site.origin}/api/v1/${path}`, [["version", "2"]]),
          type: typeOf("2", kind),
          rel,
          title,
        }))
      : content.publications.map((one) => toPublication(one, site));
  return {
    metadata: {
      title,
      ...(page && {
        numberOfItems: page.total,
        itemsPerPage: PAGE_SIZE,
        currentPage: page.offset / PAGE_SIZE + 1,
      }),
    },
    links: [...relations("2", catalog, site).map(({ rel, href, type }) => ({ href, type, rel })), search],
    ...(lists.length === 0
      ? { groups: [] }
      : ({ ["navigation" in content ? "navigation" : "publications"]: lists } as Partial<OpdsFeed>)),
  };
}

function toPublication(one: Publication, site: Site): NonNullable<OpdsFeed["publications"]>[number] {
  const { images, books } = one;
  const cover = images[0];
  return {
    metadata: metadataOf(one, site),
    links: [
      ...(images.length === 0
        ? []
        : [{ href: manifestUrl(one, site), type: OPDS_TYPES.manifest, rel: REL.acquisition }]),
      ...books.map(({ name, path, type }) => ({
        href: site.urls.file(path, name),
        type,
        rel: REL.acquisition,
        ...(name !== "" && { title: name }),
      })),
      { href: one.url, type: "text/html", rel: "alternate" },
    ],
    ...(cover && {
      images: [800, 360].map((width) => ({
        href: site.urls.thumbnail(cover.path, width as 800 | 360),
        type: "image/webp",
      })),
    }),
  };
}

function metadataOf(one: Publication, { origin }: Site): PublicationMetadata {
  const { service, user, title, creator, published, changed, summary, tags, images, url } = one;
  const catalog = address(creatorAddress(`${origin}/api/v1`, service, user, "opds"), [["version", "2"]]);
  return {
    "@type": "http://schema.org/CreativeWork",
    title,
    identifier: url,
    author: { name: creator, links: [{ href: catalog, type: OPDS_TYPES.opds2 }] },
    ...(published && { published: published.toISOString() }),
    modified: changed.toISOString(),
    ...(summary !== "" && { description: summary }),
    ...(tags.length > 0 && { subject: tags }),
    ...(images.length > 0 && { numberOfPages: images.length }),
  };
}

const manifestUrl = ({ service, user, id }: Publication, { origin }: Site) =>
  creatorAddress(`${origin}/api/v1`, service, user, "post", id, "manifest");

/** @param sizes in pixels by SHA-256, of images that were measured */
export function toManifest(
  one: Publication,
  sizes: ReadonlyMap<string, { width: number; height: number }>,
  site: Site,
): Manifest {
  const { "@type": type, ...metadata } = metadataOf(one, site);
  return {
    "@context": "https://readium.org/webpub-manifest/context.jsonld",
    metadata: {
      "@type": type,
      conformsTo: "https://readium.org/webpub-manifest/profiles/divina",
      ...metadata,
    },
    links: [{ href: manifestUrl(one, site), type: OPDS_TYPES.manifest, rel: "self" }],
    readingOrder: one.images.map(({ path, hash }) => ({
      href: site.urls.file(path),
      type: contentTypeOf(path).type,
      ...sizes.get(hash),
    })),
  };
}

// OPDS 1.2

function toOpds1(catalog: Catalog, site: Site): string {
  const { title, page, content } = catalog;
  const links = relations("1", catalog, site);
  const entries =
    "navigation" in content
      ? content.navigation.map((entry) => toNavigationEntry(entry, site))
      : content.publications.map((one) => toEntry(one, site));
  const changes =
    "navigation" in content
      ? content.navigation.map(({ changed }) => changed)
      : content.publications.map(({ changed }) => changed);
  const latest = new Date(Math.max(0, ...changes.map((date) => date?.getTime() ?? 0)));
  return xmlDocument([
    "feed",
    {
      xmlns: ATOM,
      "xmlns:opensearch": "http://a9.com/-/spec/opensearch/1.1/",
      "xmlns:pse": "http://vaemendis.net/opds-pse/ns",
    },
    ["id", {}, links[0]?.href ?? ""],
    ["title", {}, title],
    ["updated", {}, latest.toISOString()],
    ["author", {}, ["name", {}, site.siteName], ["uri", {}, site.origin]],
    ...links.map(({ rel, href, type }): XmlNode => ["link", { rel, href, type }]),
    ["link", { rel: "search", href: `${site.origin}/api/v1/opds/search`, type: OPDS_TYPES.search }],
    ...(page === undefined
      ? []
      : ([
          ["opensearch:totalResults", {}, String(page.total)],
          ["opensearch:itemsPerPage", {}, String(PAGE_SIZE)],
          ["opensearch:startIndex", {}, String(page.offset + 1)],
        ] as XmlNode[])),
    ...entries,
  ]);
}

function toNavigationEntry(
  { title, text, path, kind, rel = "subsection", changed = new Date(0), image }: NavigationEntry,
  { origin }: Site,
): XmlNode {
  const href = address(`${origin}/api/v1/${path}`, [["version", "1"]]);
  return [
    "entry",
    {},
    ["id", {}, href],
    ["title", {}, title],
    ["updated", {}, changed.toISOString()],
    ["content", { type: "text" }, text],
    ["link", { rel, href, type: typeOf("1", kind) }],
    ...(image === undefined
      ? []
      : [["link", { rel: REL.thumbnail, href: image, type: "image/webp" }] as XmlNode]),
  ];
}

function toEntry(one: Publication, site: Site): XmlNode {
  const { service, user, id, url, title, creator, published, changed, summary, tags, images, books } = one;
  const { origin, urls } = site;
  const catalog = address(creatorAddress(`${origin}/api/v1`, service, user, "opds"), [["version", "1"]]);
  const cover = images[0];
  const link = (rel: string, href: string, type: string, more: Record<string, string> = {}): XmlNode => [
    "link",
    { rel, href, type, ...more },
  ];
  const pages = `${creatorAddress(`${origin}/api/v1`, service, user, "post", id, "page")}/{pageNumber}?width={maxWidth}`;
  return [
    "entry",
    {},
    ["id", {}, url],
    ["title", {}, title],
    ...(published === undefined ? [] : [["published", {}, published.toISOString()] as XmlNode]),
    ["updated", {}, changed.toISOString()],
    ["author", {}, ["name", {}, creator], ["uri", {}, creatorAddress(origin, service, user)]],
    ...tags.map((tag): XmlNode => ["category", { term: tag, label: tag }]),
    ...(summary === "" ? [] : [["summary", { type: "text" }, summary] as XmlNode]),
    link("alternate", url, "text/html"),
    link("related", catalog, typeOf("1", "acquisition"), { title: creator }),
    ...(cover === undefined
      ? []
      : [
          link(REL.cover, urls.thumbnail(cover.path, 800), "image/webp"),
          link(REL.thumbnail, urls.thumbnail(cover.path, 360), "image/webp"),
          link(REL.pages, pages, "image/webp", { "pse:count": String(images.length) }),
          link(REL.acquisition, manifestUrl(one, site), OPDS_TYPES.manifest),
        ]),
    ...books.map(({ name, path, type }) =>
      link(REL.acquisition, urls.file(path, name), type, name === "" ? {} : { title: name }),
    ),
  ];
}

/** OpenSearch description of the search in OPDS 1.2. */
export function toSearchDescription({ origin, siteName }: Site): string {
  return xmlDocument([
    "OpenSearchDescription",
    { xmlns: "http://a9.com/-/spec/opensearch/1.1/" },
    ["ShortName", {}, [...siteName].slice(0, 16).join("")],
    ["Description", {}, `Posts of ${siteName} with images, archive files or documents`],
    ["InputEncoding", {}, "UTF-8"],
    ["OutputEncoding", {}, "UTF-8"],
    [
      "Url",
      {
        type: typeOf("1", "acquisition"),
        template: `${origin}/api/v1/opds/posts?version=1&q={searchTerms}`,
      },
    ],
  ]);
}
