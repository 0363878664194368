/** PDFs and EPUBs made in the test, also hostile ones. */
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { zip } from "#backend/sample/media/zip.ts";

/** Objects of a PDF by number, from 1; the first is the catalog. Streams are given as their bytes. */
type PdfObject = string | { entries: string; data: Buffer };

interface PdfOptions {
  /** Entries of the catalog. */
  catalog?: string;
  /** Entries of each page. */
  page?: string;
  /** Content of each page instead of its text; given the number of the page. */
  content?: (number: number) => Buffer;
  /** Resources of each page. */
  resources?: string;
  /** Objects after the pages; the number of the first is `firstExtra`. */
  extra?: PdfObject[];
  /** User password. */
  password?: string;
}

const A5 = "/MediaBox [0 0 420 595]";
/** Number of the first object of `extra`. */
export const firstExtra = (pages: number): number => 5 + 2 * pages;

/** A PDF with a line of text on each page, in Helvetica, and one in Japanese, whose font is not in the file. */
export function pdf(pages: number, textOf: (number: number) => string, options: PdfOptions = {}): Buffer {
  const { catalog = "", page = A5, resources = "", extra = [], password } = options;
  const content =
    options.content ??
    ((number) => {
      const lines = `BT /F1 24 Tf 40 520 Td (${textOf(number)}) Tj ET BT /F2 20 Tf 40 470 Td <93fa967b8cea> Tj ET`;
      return Buffer.from(`${lines} 0.8 0.9 1 rg ${20 * (number % 10)} 60 200 200 re f`);
    });
  const pageNumbers = Array.from({ length: pages }, (_, at) => 5 + 2 * at);
  const fonts = "/Font << /F1 3 0 R /F2 4 0 R >>";
  const objects: PdfObject[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [" +
      "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light " +
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> " +
      "/FontDescriptor << /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /ItalicAngle 0 /Ascent 800 " +
      "/Descent -200 /CapHeight 700 /StemV 80 /FontBBox [0 -200 1000 900] >> >>] >>",
  ];
  for (const number of pageNumbers) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R ${page} /Resources << ${fonts} ${resources} >> /Contents ${number + 1} 0 R >>`,
      { entries: "/Filter /FlateDecode", data: deflateSync(content((number - 3) / 2)) },
    );
  }
  objects.push(...extra);
  return write(objects, password);
}

function write(objects: PdfObject[], password: string | undefined): Buffer {
  const id = createHash("md5").update("id").digest();
  const cipher = password === undefined ? undefined : encryption(password, id);
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  let size = parts[0]?.length ?? 0;
  const add = (...more: Buffer[]) => {
    parts.push(...more);
    for (const part of more) size += part.length;
  };
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(size);
    if (typeof object === "string") {
      add(Buffer.from(`${at + 1} 0 obj\n${object}\nendobj\n`));
      continue;
    }
    const data = cipher?.encrypt(object.data, at + 1) ?? object.data;
    add(Buffer.from(`${at + 1} 0 obj\n<< ${object.entries} /Length ${data.length} >>\nstream\n`), data);
    add(Buffer.from("\nendstream\nendobj\n"));
  }
  const start = size;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const security = cipher === undefined ? "" : `/Encrypt ${cipher.entries}`;
  const hex = id.toString("hex");
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /ID [<${hex}> <${hex}>] ${security} >>\n` +
        `startxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const md5 = (...parts: Buffer[]) => createHash("md5").update(Buffer.concat(parts)).digest();

/** The standard security handler, revision 2: RC4 with 40 bits (ISO 32000-1, 7.6.3). */
function encryption(password: string, id: Buffer) {
  const padded = Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-4);
  const key = md5(padded, owner, permissions, id).subarray(0, 5);
  return {
    entries: `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString("hex")}> /U <${rc4(key, PADDING).toString("hex")}> /P -4 >>`,
    encrypt(data: Buffer, number: number): Buffer {
      const salt = Buffer.from([number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff, 0, 0]);
      return rc4(md5(key, salt).subarray(0, 10), data);
    },
  };
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 0xff;
      j = (j + (state[i] ?? 0)) & 0xff;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0);
    }),
  );
}

export interface EpubOptions {
  title?: string;
  /** Content of `<body>` by chapter. */
  chapters: string[];
  files?: Record<string, string | Buffer>;
  /** Further items of the manifest. */
  manifest?: string;
}

const XHTML = (title: string, body: string) =>
  `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" ` +
  `xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en"><head><title/><title>${title}</title></head>` +
  `<body>${body}</body></html>`;

/** An EPUB 3 with a table of contents: "Chapter 1" and so on. */
export function epub({ title = "The Harbor", chapters, files = {}, manifest = "" }: EpubOptions): Buffer {
  const names = chapters.map((_, at) => `text/c${at + 1}.xhtml`);
  const links = names.map((name, at) => `<li><a href="${name}">Chapter ${at + 1}</a></li>`).join("");
  const items = names.map(
    (name, at) => `<item id="c${at + 1}" href="${name}" media-type="application/xhtml+xml"/>`,
  );
  const refs = names.map((_, at) => `<itemref idref="c${at + 1}"/>`);
  const entries: Record<string, string | Buffer> = {
    mimetype: "application/epub+zip",
    "META-INF/container.xml":
      `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">` +
      `<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    "OEBPS/book.opf":
      `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata ` +
      `xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:language>en</dc:language></metadata>` +
      `<manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>` +
      `${items.join("")}${manifest}</manifest><spine>${refs.join("")}</spine></package>`,
    "OEBPS/nav.xhtml": XHTML(title, `<nav epub:type="toc"><ol>${links}</ol></nav>`),
    ...Object.fromEntries(
      chapters.map((body, at) => [`OEBPS/${names[at]}`, XHTML(`Chapter ${at + 1}`, body)]),
    ),
    ...files,
  };
  return zip(Object.entries(entries).map(([name, data]) => ({ name, data: Buffer.from(data) })));
}
