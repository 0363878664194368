/** Texts of comics (CBZ) and books (EPUB 3), written when the images are. Pure. */
import { extensionOf } from "#shared/rules/files.ts";
import type { BookFormat } from "./format.ts";
import { escapeXml, xml } from "./xml.ts";

/** Markup, or the place of an image by its index in the job's files. */
export type Part = string | { image: number; alt: string };

export interface Chapter {
  title: string;
  creator: string;
  /** Address of the post's page. */
  address: string;
  /** ISO date, or "" if it is not known. */
  date: string;
  /** Index of the first image in the job's files, and their number. */
  from: number;
  count: number;
  /** XHTML of an EPUB. */
  parts: readonly Part[];
}

export interface Book {
  format: BookFormat;
  /** Unique identifier, a URN. */
  id: string;
  title: string;
  /** Address of the post or list. */
  source: string;
  /** Milliseconds since 1970. */
  madeAt: number;
  /** BCP 47 tag of the words below. */
  language: string;
  words: { contents: string };
  chapters: readonly Chapter[];
}

/** An image by its name in the file; undefined if it is missing. */
type Images = readonly (string | undefined)[];

export interface BookText {
  zipName: string;
  text: string;
}

/** Must be the first in an EPUB, without an extra field. */
export const MIMETYPE: BookText = { zipName: "mimetype", text: "application/epub+zip" };

/** Folder of an EPUB's contents. */
export const FOLDER = "EPUB";

const IMAGE_TYPES: Record<string, string> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".gif": "image/gif",
};
/** Extensions of images that every reader of EPUB shows; others are converted. */
export const CORE_EXTENSIONS: readonly string[] = Object.keys(IMAGE_TYPES);

export function bookTexts(book: Book, images: Images): BookText[] {
  return book.format === "CBZ" ? [comicInfo(book, images)] : epubTexts(book, images);
}

const creatorsOf = ({ chapters }: Book) => [...new Set(chapters.map(({ creator }) => creator))];
const latest = ({ chapters }: Book) =>
  chapters
    .map(({ date }) => date)
    .sort()
    .at(-1) ?? "";

/** ComicInfo 2.0; the order of the elements is that of its schema. */
function comicInfo(book: Book, images: Images): BookText {
  const { title, source, chapters } = book;
  const [year, month, day] = latest(book).slice(0, 10).split("-").map(Number);
  const bookmarks = new Map(chapters.filter(({ count }) => count > 0).map((one) => [one.from, one.title]));
  let bookmark: string | undefined;
  const pages: string[] = [];
  for (const [at, name] of images.entries()) {
    // The bookmark of a missing image is that of the next one.
    bookmark = bookmarks.get(at) ?? bookmark;
    if (name === undefined) continue;
    const type = pages.length === 0 ? ' Type="FrontCover"' : "";
    const mark = bookmark === undefined ? "" : ` Bookmark="${escapeXml(bookmark)}"`;
    pages.push(`<Page Image="${pages.length}"${type}${mark}/>`);
    bookmark = undefined;
  }
  const date =
    year && month && day ? [xml`<Year>${year}</Year><Month>${month}</Month><Day>${day}</Day>`] : [];
  const text = xml`<?xml version="1.0" encoding="utf-8"?>
<ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
<Title>${title}</Title>${date}<Writer>${creatorsOf(book).join(", ")}</Writer><Web>${source}</Web><PageCount>${pages.length}</PageCount><Pages>${pages}</Pages>
</ComicInfo>
`;
  return { zipName: "ComicInfo.xml", text };
}

const STYLE = `body { margin: 1em; line-height: 1.5; }
img { max-width: 100%; height: auto; }
.page, .cover { margin: 0 0 1em; text-align: center; }
.block { display: block; }
.facts { font-size: 0.9em; }
blockquote { margin-inline: 1em; }
pre { white-space: pre-wrap; }
`;

const chapterName = (at: number) => `post-${String(at + 1).padStart(4, "0")}.xhtml`;

function epubTexts(book: Book, images: Images): BookText[] {
  const cover = images.find((name) => name !== undefined);
  const documents = [
    { name: "title.xhtml", text: titlePage(book, cover) },
    ...book.chapters.map((chapter, at) => ({
      name: chapterName(at),
      text: page(chapter.title, chapterBody(chapter, images)),
    })),
  ];
  const inFolder = (name: string, text: string) => ({ zipName: `${FOLDER}/${name}`, text });
  return [
    {
      zipName: "META-INF/container.xml",
      text: xml`<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="${FOLDER}/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`,
    },
    inFolder("package.opf", packageDocument(book, documents, images, cover)),
    inFolder("nav.xhtml", navigation(book)),
    inFolder("style.css", STYLE),
    ...documents.map(({ name, text }) => inFolder(name, text)),
  ];
}

/** @param language of all of its words; unknown for those of posts */
function page(title: string, body: string, language?: string): string {
  const lang = language === undefined ? [] : [xml` xml:lang="${language}" lang="${language}"`];
  return xml`<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${lang}>
<head><title>${title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${[body]}
</body>
</html>
`;
}

/** @param name inside the folder of the book */
const image = (name: string, alt: string) => xml`<img src="${name}" alt="${alt}"/>`;

function titlePage(book: Book, cover: string | undefined): string {
  const { title, source } = book;
  const picture = cover === undefined ? [] : [`<div class="cover">${image(cover, "")}</div>`];
  const date = latest(book).slice(0, 10);
  const day = date === "" ? [] : [xml`<p class="facts">${date}</p>`];
  const body = xml`${picture}<h1>${title}</h1><p>${creatorsOf(book).join(", ")}</p>${day}<p class="facts"><a href="${source}">${source}</a></p>`;
  return page(title, body);
}

function chapterBody({ title, creator, address, date, parts }: Chapter, images: Images): string {
  const content = parts.map((part) => {
    if (typeof part === "string") return part;
    const name = images[part.image];
    return name === undefined ? "" : image(name, part.alt);
  });
  const facts = [creator, date.slice(0, 10)].filter((fact) => fact !== "").join(" · ");
  return xml`<h1>${title}</h1><p class="facts">${facts} · <a href="${address}">${address}</a></p>
<div dir="auto">${content}</div>`;
}

function navigation(book: Book): string {
  const items = book.chapters.map(({ title }, at) => xml`<li><a href="${chapterName(at)}">${title}</a></li>`);
  const { contents } = book.words;
  return page(contents, xml`<nav epub:type="toc"><h1>${contents}</h1><ol>${items}</ol></nav>`, book.language);
}

function packageDocument(
  book: Book,
  documents: readonly { name: string }[],
  images: Images,
  cover: string | undefined,
): string {
  const { id, title, source, madeAt, chapters } = book;
  const date = latest(book).slice(0, 10);
  const creators = creatorsOf(book).map((creator) => xml`<dc:creator>${creator}</dc:creator>`);
  const sources = [...new Set([source, ...chapters.map(({ address }) => address)])].map(
    (address) => xml`<dc:source>${address}</dc:source>`,
  );
  const names = [...new Set(images.filter((name) => name !== undefined))];
  const pictures = names.map(
    (name, at) =>
      xml`<item id="image-${at + 1}" href="${name}" media-type="${IMAGE_TYPES[extensionOf(name)] ?? "image/jpeg"}"${
        name === cover ? [' properties="cover-image"'] : []
      }/>`,
  );
  const pages = documents.map(
    ({ name }, at) => xml`<item id="page-${at}" href="${name}" media-type="application/xhtml+xml"/>`,
  );
  const spine = documents.map((_, at) => xml`<itemref idref="page-${at}"/>`);
  return xml`<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${id}</dc:identifier>
<dc:title>${title}</dc:title>
<dc:language>und</dc:language>
${creators}${date === "" ? [] : [xml`<dc:date>${date}</dc:date>`]}${sources}
<meta property="dcterms:modified">${new Date(madeAt).toISOString().slice(0, 19)}Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${pages}${pictures}
</manifest>
<spine>${spine}</spine>
</package>
`;
}
