/** Catalogs for comic and book readers. */
import { readFile } from "node:fs/promises";
import { PassThrough, Readable } from "node:stream";
import * as contract from "#shared/contracts/opds.ts";
import { CREATOR_NOT_FOUND } from "#shared/contracts/profile.ts";
import { isInlineImage } from "#shared/rules/image-types.ts";
import { pastEndProblem } from "#shared/rules/paging.ts";
import { THUMBNAIL_WIDTHS } from "#shared/rules/thumbnails.ts";
import { printCondition } from "#shared/search/query.ts";
import { isService, serviceInfo } from "#shared/services/index.ts";
import { contentTypeOf } from "../../files/names.ts";
import { openStored } from "../../files/open-file.ts";
import { StreamAnswer } from "../../http/answer-forms.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, notFound } from "../../http/errors.ts";
import { fileUrls } from "../../http/file-urls.ts";
import { refusePicture } from "../../http/files.ts";
import { fallbackPosts, withFallback } from "../../search/fallback.ts";
import { findPosts, type PostSearch } from "../../search/posts.ts";
import { readQuery } from "../../search/read-query.ts";
import { feedCreator, sizesOf, storableFiles } from "./feed-queries.ts";
import {
  type Catalog,
  inVersion,
  type NavigationEntry,
  type Site,
  toManifest,
  toSearchDescription,
} from "./opds-formats.ts";
import { BOOK_QUERY, publications } from "./opds-publications.ts";
import { filesOfPost, type ListedCreator, listedCreators, pixelsOf } from "./opds-queries.ts";

const ROOT: NavigationEntry[] = [
  {
    title: "New posts",
    text: "Posts with images, archive files or documents, last added first.",
    path: "opds/posts",
    kind: "acquisition",
    rel: "http://opds-spec.org/sort/new",
  },
  { title: "Creators", text: "Last updated first.", path: "opds/creators", kind: "navigation" },
  {
    title: "Favorites",
    text: "Your favorite creators. Needs an access token as the password.",
    path: "account/favorites/opds",
    kind: "navigation",
    rel: "http://opds-spec.org/shelf",
  },
];

export const opdsRoutes: Mounted[] = [
  mount(contract.getCatalog, async (input) => {
    const { SITE_NAME } = input.config;
    return inVersion(
      input.query.version,
      { title: SITE_NAME, path: "opds", content: { navigation: ROOT } },
      siteOf(input),
    );
  }),
  mount(contract.getPostsCatalog, async (input) => {
    const { version, q, o } = input.query;
    const query = await readQuery(input.sql, `${q ?? ""} ${BOOK_QUERY}`);
    const list = {
      title: q === undefined ? "New posts" : `Search: ${q}`,
      path: "opds/posts",
      ...(q !== undefined && { query: [["q", q]] }),
    };
    return inVersion(version, await pageOf(input, list, { query, defaultOrder: "added" }, o), siteOf(input));
  }),
  mount(contract.getCreatorsCatalog, async (input) => {
    const { version, o } = input.query;
    const list = { title: "Creators", path: "opds/creators" };
    return inVersion(
      version,
      creatorsPage(list, await listedCreators(input.sql, o), o, input),
      siteOf(input),
    );
  }),
  mount(contract.getFavoritesCatalog, async (input) => {
    const { version, o } = input.query;
    const page = await listedCreators(input.sql, o, input.principal.id);
    const list = { title: "Favorites", path: "account/favorites/opds" };
    return inVersion(version, creatorsPage(list, page, o, input), siteOf(input));
  }),
  mount(contract.getCreatorCatalog, async (input) => {
    const { service, id } = input.params;
    const creator = await feedCreator(input.sql, service, id);
    if (creator === undefined) throw notFound(CREATOR_NOT_FOUND);
    const by = printCondition({ key: "creator", value: `${service}/${id}`, isExcluded: false });
    const query = await readQuery(input.sql, `${by} ${BOOK_QUERY}`);
    const list = { title: titleOf(creator), path: catalogPath(service, id) };
    const { version, o } = input.query;
    return inVersion(version, await pageOf(input, list, { query, defaultOrder: "newest" }, o), siteOf(input));
  }),
  mount(contract.getCatalogSearch, async (input) => toSearchDescription(siteOf(input))),
  mount(contract.getManifest, async (input) => {
    const { service, id, post } = input.params;
    const [one] = await publications(input.sql, [{ service, id: post }], input.origin);
    if (one === undefined || one.user !== id || one.images.length === 0) throw notFound();
    const sizes = await pixelsOf(
      input.sql,
      one.images.map(({ hash }) => hash),
    );
    return toManifest(one, sizes, siteOf(input));
  }),
  mount(contract.getPage, async ({ sql, params, query, pictures, storage, log }) => {
    const files = await filesOfPost(sql, params);
    if (files === undefined) throw notFound();
    const images = storableFiles(files).filter(({ path }) => isInlineImage(path));
    const sizes = await sizesOf(
      sql,
      images.map(({ hash }) => hash),
    );
    const image = images.filter(({ hash }) => sizes.has(hash))[Number(params.page)];
    if (image === undefined) throw notFound();
    const wanted = Number(query.width || Number.POSITIVE_INFINITY);
    const width = THUMBNAIL_WIDTHS.find((one) => one >= wanted);
    if (width === undefined) return await original(image.path, storage, log);
    const place = await pictures.locate(image.path, width, "webp").catch(refusePicture);
    if (place === undefined) throw notFound();
    const bytes = await readFile(place);
    return new StreamAnswer("image/webp", Readable.from([bytes]), bytes.length);
  }),
];

type Reading = Pick<
  Input<typeof contract.getPostsCatalog>,
  "sql" | "pool" | "search" | "signal" | "config" | "origin" | "fileServer"
>;

const siteOf = (input: Pick<Reading, "origin" | "fileServer" | "config">): Site => ({
  origin: input.origin,
  urls: fileUrls(input),
  siteName: input.config.SITE_NAME,
});

const catalogPath = (service: string, id: string) =>
  [service, "user", id, "opds"].map(encodeURIComponent).join("/");

const titleOf = ({ service, name }: { service: string; name: string }) =>
  `${name} (${isService(service) ? serviceInfo(service).title : service})`;

/** @throws HttpError 400 past the end */
async function pageOf(
  { sql, pool, search, signal, origin }: Reading,
  list: Pick<Catalog, "title" | "path" | "query">,
  wanted: Omit<PostSearch, "offset">,
  offset: number,
): Promise<Catalog> {
  const page = { ...wanted, offset };
  const { services, ids, total } = await withFallback(
    () => findPosts(search, page, { hasFallback: true }),
    () => fallbackPosts(pool, page, signal),
  );
  refusePastEnd(offset, total);
  const keys = ids.map((id, at) => ({ service: services[at] ?? "", id }));
  return {
    ...list,
    page: { offset, total },
    content: { publications: await publications(sql, keys, origin) },
  };
}

function creatorsPage(
  list: Pick<Catalog, "title" | "path">,
  { total, creators }: { total: number; creators: ListedCreator[] },
  offset: number,
  input: Reading,
): Catalog {
  refusePastEnd(offset, total);
  const { urls } = siteOf(input);
  const navigation = creators.map(
    ({ service, id, name, posts, updated, hasIcon }): NavigationEntry => ({
      title: titleOf({ service, name }),
      text: posts === 1 ? "1 post" : `${posts} posts`,
      path: catalogPath(service, id),
      kind: "acquisition",
      changed: new Date(updated),
      ...(hasIcon && { image: urls.icon(service, id) }),
    }),
  );
  return { ...list, page: { offset, total }, content: { navigation } };
}

function refusePastEnd(offset: number, total: number): void {
  const problem = pastEndProblem(offset, total);
  if (problem !== undefined) throw badInput(problem);
}

/** The stored image, whose bytes are verified on their way. */
async function original(
  path: string,
  storage: Input<typeof contract.getPage>["storage"],
  log: Input<typeof contract.getPage>["log"],
): Promise<StreamAnswer> {
  const opened = await openStored(storage, path, (error) =>
    log.error({ err: error }, "a stored file is damaged"),
  );
  if (opened === undefined) throw notFound();
  const { size } = opened.stat;
  const send = await opened.prepare(0, size);
  const bytes = new PassThrough();
  void send(bytes).finally(() => opened[Symbol.asyncDispose]());
  return new StreamAnswer(contentTypeOf(path).type, bytes, size);
}
