import { DomUtils, parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { type Book, bookTexts } from "./book.ts";

const chapter = {
  ...{
    title: "One & <two>",
    creator: "Ann",
    address: "https://archive.example/1",
    date: "2024-02-03T08:00:00",
  },
  ...{ from: 0, count: 2, parts: ["<p>Text</p>", { image: 1, alt: '"a"' }, { image: 0, alt: "" }] },
};
const book: Book = {
  format: "EPUB",
  id: "urn:uuid:0",
  title: "All\u0001 ]]>",
  source: "https://archive.example/list?a=1&b=2",
  madeAt: Date.UTC(2026, 10, 27, 12),
  language: "ja",
  words: { contents: "目次" },
  chapters: [chapter, { ...chapter, title: "Three", creator: "Bea", date: "", from: 2, count: 1, parts: [] }],
};

function read(texts: ReturnType<typeof bookTexts>, name: string) {
  const document = parseDocument(texts.find(({ zipName }) => zipName === name)?.text ?? "", {
    xmlMode: true,
  });
  const all = (tag: string) => DomUtils.getElementsByTagName(tag, document);
  return { all, textsOf: (tag: string) => all(tag).map((one) => DomUtils.textContent(one)) };
}

test("a book lists its images and pages, and shows none that is missing", () => {
  const texts = bookTexts(book, [undefined, "images/0002.gif", "images/0003.jpg"]);
  const opf = read(texts, "EPUB/package.opf");
  expect(opf.textsOf("dc:title")).toEqual(["All ]]>"]);
  expect(opf.textsOf("dc:creator")).toEqual(["Ann", "Bea"]);
  expect(opf.textsOf("dc:date")).toEqual(["2024-02-03"]);
  expect(opf.textsOf("dc:source")).toEqual([book.source, "https://archive.example/1"]);
  expect(opf.textsOf("meta")).toEqual(["2026-11-27T12:00:00Z"]);
  expect(opf.all("item").map(({ attribs: { href, "media-type": type } }) => [href, type])).toEqual([
    ["nav.xhtml", "application/xhtml+xml"],
    ["style.css", "text/css"],
    ["title.xhtml", "application/xhtml+xml"],
    ["post-0001.xhtml", "application/xhtml+xml"],
    ["post-0002.xhtml", "application/xhtml+xml"],
    ["images/0002.gif", "image/gif"],
    ["images/0003.jpg", "image/jpeg"],
  ]);
  expect(opf.all("item")[5]?.attribs["properties"]).toBe("cover-image");
  const page = read(texts, "EPUB/post-0001.xhtml");
  expect(page.all("img").map(({ attribs }) => attribs)).toEqual([{ src: "images/0002.gif", alt: '"a"' }]);
  expect(page.textsOf("h1")).toEqual(["One & <two>"]);
  expect(page.all("html")[0]?.attribs["lang"]).toBeUndefined();
  const nav = read(texts, "EPUB/nav.xhtml");
  expect(nav.all("html")[0]?.attribs["lang"]).toBe("ja");
  expect(nav.all("a").map(({ attribs }) => attribs["href"])).toEqual(["post-0001.xhtml", "post-0002.xhtml"]);
});

test("a book without images has a title page all the same", () => {
  const texts = bookTexts({ ...book, chapters: [{ ...chapter, count: 0, parts: ["<p>Text</p>"] }] }, []);
  expect(read(texts, "EPUB/title.xhtml").textsOf("h1")).toEqual(["All ]]>"]);
  expect(read(texts, "EPUB/package.opf").all("item")).toHaveLength(4);
});

test("a comic counts the images that are there, and marks where each post begins", () => {
  const comic = { ...book, format: "CBZ" as const };
  const [info] = bookTexts(comic, [undefined, "0002.jpg", "0003.jpg"]);
  expect(info?.zipName).toBe("ComicInfo.xml");
  const { all, textsOf } = read(info === undefined ? [] : [info], "ComicInfo.xml");
  expect([textsOf("Title"), textsOf("Writer"), textsOf("PageCount")]).toEqual([
    ["All ]]>"],
    ["Ann, Bea"],
    ["2"],
  ]);
  expect([textsOf("Year"), textsOf("Month"), textsOf("Day")]).toEqual([["2024"], ["2"], ["3"]]);
  expect(all("Page").map(({ attribs }) => attribs)).toEqual([
    { Image: "0", Type: "FrontCover", Bookmark: "One & <two>" },
    { Image: "1", Bookmark: "Three" },
  ]);
});
