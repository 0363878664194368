import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { zip } from "#backend/sample/media/zip.ts";
import { epub } from "#tests/support/documents.ts";
import { readChapter } from "./chapter.ts";
import { ProtectedError, readPackage, resolve } from "./package.ts";
import { Zip } from "./zip.ts";

const open = (bytes: Buffer) => readPackage(new Zip(new Uint8Array(bytes)));
const entries = (files: Record<string, string>) =>
  zip(Object.entries(files).map(([name, data]) => ({ name, data: Buffer.from(data) })));

test("a book has its chapters in the order of its spine, with the titles of its table of contents", () => {
  const book = open(epub({ title: "Harbor &amp; sea", chapters: ["<p>a</p>", "<p>b</p>"] }));
  expect(book).toEqual({
    title: "Harbor & sea",
    language: "en",
    paths: ["OEBPS/text/c1.xhtml", "OEBPS/text/c2.xhtml"],
    chapters: [{ title: "Chapter 1" }, { title: "Chapter 2" }],
    contents: [
      { title: "Chapter 1", chapter: 0, depth: 0 },
      { title: "Chapter 2", chapter: 1, depth: 0 },
    ],
  });
});

/** An EPUB 2 whose package names every element with a prefix of its own. */
const OLD = {
  "META-INF/container.xml": `<c:container><c:rootfiles><c:rootfile full-path="a/b.opf"/></c:rootfiles></c:container>`,
  "a/b.opf":
    `<o:package><o:metadata><dc:title>Old</dc:title></o:metadata><o:manifest>` +
    `<o:item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/><o:item id="1" href="t%20one.html"/>` +
    `<o:item id="2" href="../two.html"/></o:manifest><o:spine toc="n"><o:itemref idref="2"/><o:itemref idref="1"/>` +
    `<o:itemref idref="missing"/></o:spine></o:package>`,
  "a/toc.ncx":
    `<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="t%20one.html"/>` +
    `<navPoint><navLabel><text>Deep</text></navLabel><content src="t%20one.html#x"/></navPoint></navPoint></navMap></ncx>`,
  "a/t one.html": "<p>1</p>",
  "two.html": "<p>2</p>",
};

test("a book of EPUB 2 is read, whatever its prefixes", () => {
  const { paths, contents, title, chapters } = open(entries(OLD));
  expect([title, paths]).toEqual(["Old", ["two.html", "a/t one.html"]]);
  expect(chapters).toEqual([{}, { title: "One" }]);
  expect(contents).toEqual([
    { title: "One", chapter: 1, depth: 0 },
    { title: "Deep", chapter: 1, depth: 1, anchor: "x" },
  ]);
});

test("encrypted text is refused; encrypted fonts are not", () => {
  const encrypted = (path: string) => ({
    "META-INF/encryption.xml": `<encryption><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${path}"/></enc:CipherData></enc:EncryptedData></encryption>`,
  });
  expect(() => open(entries({ ...OLD, ...encrypted("two.html") }))).toThrow(ProtectedError);
  expect(open(entries({ ...OLD, ...encrypted("font.otf") })).paths).toHaveLength(2);
});

test.each([
  ["no ZIP", Buffer.from("PK no")],
  ["no container", entries({ a: "b" })],
  ["no chapters", entries({ ...OLD, "a/b.opf": "<package/>" })],
])("%s is an error", (_, bytes) => {
  expect(() => open(bytes)).toThrow();
});

/** Rewrites the stated sizes of the only entry. */
function bomb(stated: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(20_000_000));
  const file = zip([{ name: "a", data: packed }]);
  const central = file.indexOf(Buffer.from("PK\x01\x02"));
  file.writeUInt16LE(8, 8);
  file.writeUInt32LE(stated, 22);
  file.writeUInt16LE(8, central + 10);
  file.writeUInt32LE(stated, central + 24);
  return file;
}

test("no entry becomes larger than it says, and one that says too much is not unpacked", () => {
  expect(new Zip(new Uint8Array(bomb(20_000_000))).read("a")).toHaveLength(20_000_000);
  const lying = new Zip(new Uint8Array(bomb(1_000)));
  let size = 0;
  try {
    size = lying.read("a").length;
  } catch {
    size = 0; // refused
  }
  expect(size).toBeLessThanOrEqual(1_000);
  expect(() => new Zip(new Uint8Array(bomb(100_000_000))).read("a")).toThrow("too large");
});

test("addresses are resolved within the book alone", () => {
  expect(resolve("a/b/c.xhtml", "../d%20e.xhtml#x%20y")).toEqual({ path: "a/d e.xhtml", anchor: "x y" });
  expect(resolve("a/c.xhtml", "../../../etc/passwd")).toEqual({ path: "etc/passwd", anchor: "" });
  expect(resolve("a/c.xhtml", "/d.xhtml")).toEqual({ path: "d.xhtml", anchor: "" });
  expect(resolve("a/c.xhtml", "#x")).toEqual({ path: "a/c.xhtml", anchor: "x" });
  for (const elsewhere of ["https://example.org/", "//example.org/", "JAVASCRIPT:x()", "data:a"])
    expect(resolve("a/c.xhtml", elsewhere), elsewhere).toBeUndefined();
});

test("the text of a chapter names images and chapters of the book", () => {
  const written =
    `<?xml version="1.0"?><html xml:lang="ja"><head><title/><script src="x"/></head><body><a id="top"/>` +
    `<p>caf&eacute;&nbsp;<![CDATA[x < y]]></p><img src="../i/1.png"/><img src="../i/1.png"/><img src="gone.png"/>` +
    `<svg><image xlink:href="../i/2.png"/></svg><svg><path/></svg><a href="b.xhtml#n%201">b</a><a href="c.css">c</a></body></html>`;
  const files = ["i/1.png", "i/2.png", "c.css"];
  const { html, images, language } = readChapter(written, "t/a.xhtml", ["t/a.xhtml", "t/b.xhtml"], (path) =>
    files.includes(path),
  );
  expect(language).toBe("ja");
  expect(images).toEqual(["i/1.png", "i/2.png"]);
  expect(html).toContain('<a id="top"></a><p>caf&#xe9;&#xa0;x &lt; y</p>');
  expect(html).toContain('<img src="0"><img src="0"><img src="1" alt>');
  expect(html).toContain('<a href="#1/n%201">b</a><a>c</a>');
  expect(html).not.toMatch(/svg|gone|title|script/);
});
