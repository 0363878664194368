import { expect, test } from "vitest";
import { htmlOfQuill } from "./quill.ts";

test("lines, marks and links of a Quill document become HTML", () => {
  const ops = [
    { insert: "森の日記" },
    { insert: "\n", attributes: { header: 2 } },
    { insert: "One <3, " },
    { insert: "bold", attributes: { bold: true, italic: true } },
    { insert: "\n\nsee " },
    { insert: "notes", attributes: { link: 'https://example.org/?a="b"&c' } },
    { insert: "\n" },
    { insert: { fantiaImage: { id: "1", url: "/posts/1", original_url: "/posts/1" } } },
    { insert: "ink" },
    { insert: "\n", attributes: { list: "bullet" } },
    { insert: "wash" },
    { insert: "\n", attributes: { list: "bullet" } },
    { insert: "first" },
    { insert: "\n", attributes: { list: "ordered" } },
    { insert: "quote" },
    { insert: "\n", attributes: { blockquote: true } },
    { insert: "last" },
  ];
  const html =
    "<h2>森の日記</h2><p>One &lt;3, <em><strong>bold</strong></em></p><p><br></p>" +
    '<p>see <a href="https://example.org/?a=&quot;b&quot;&amp;c">notes</a></p>' +
    "<ul><li>ink</li><li>wash</li></ul><ol><li>first</li></ol><blockquote>quote</blockquote><p>last</p>";
  expect(htmlOfQuill({ ops })).toBe(html);
  expect(htmlOfQuill(JSON.stringify({ ops }))).toBe(html);
  expect(htmlOfQuill({ ops: [] })).toBe("");
});

test("other values than documents are refused", () => {
  expect(() => htmlOfQuill("plain text")).toThrow("no JSON");
  expect(() => htmlOfQuill({ ops: "none" })).toThrow("no Quill document");
});
