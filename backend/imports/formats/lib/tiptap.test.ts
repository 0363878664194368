import { describe, expect, it } from "vitest";
import { ReadError } from "./format.ts";
import { htmlOfTipTap } from "./tiptap.ts";

const text = (words: string, ...marks: object[]) => ({ type: "text", text: words, marks });
const doc = (...content: object[]) => JSON.stringify({ type: "doc", content });

describe("TipTap JSON as HTML", () => {
  it("has an element for every kind of node", () => {
    const json = doc(
      { type: "heading", attrs: { level: 2 }, content: [text("Low tide")] },
      { type: "heading", content: [text("No level")] },
      { type: "paragraph", content: [text("Boats"), { type: "hardBreak" }, text("and gulls")] },
      { type: "paragraph" },
      {
        type: "bulletList",
        content: [{ type: "listItem", content: [{ type: "paragraph", content: [text("one")] }] }],
      },
      { type: "orderedList", content: [{ type: "listItem", content: [text("two")] }] },
      { type: "blockquote", content: [{ type: "paragraph", content: [text("said")] }] },
      { type: "horizontalRule" },
      { type: "link", attrs: { href: "https://example.com/?a=1&b=2" }, content: [text("there")] },
      { type: "image", attrs: { src: 'https://example.com/"a".png', alt: "map", media_id: "77" } },
    );
    expect(htmlOfTipTap(json)).toBe(
      [
        "<h2>Low tide</h2>",
        "<h3>No level</h3>",
        "<p>Boats<br/>and gulls</p>",
        "<p></p>",
        "<ul><li><p>one</p></li></ul>",
        "<ol><li>two</li></ol>",
        "<blockquote><p>said</p></blockquote>",
        "<hr/>",
        '<a href="https://example.com/?a=1&amp;b=2">there</a>',
        '<div data-image-container="true"><figure><img src="https://example.com/&quot;a&quot;.png" alt="map" data-media-id="77"/></figure></div>',
      ].join(""),
    );
  });

  it("nests marks in the order in which they are listed", () => {
    const marks = [
      { type: "link", attrs: { href: "https://example.com/" } },
      ...["bold", "italic", "underline", "strike", "textStyle"].map((type) => ({ type })),
    ];
    expect(htmlOfTipTap(doc({ type: "paragraph", content: [text("x", ...marks)] }))).toBe(
      '<p><a href="https://example.com/"><strong><em><u><s>x</s></u></em></strong></a></p>',
    );
  });

  it("escapes text", () => {
    expect(htmlOfTipTap(doc(text('<script>"&amp;"')))).toBe("&lt;script&gt;&quot;&amp;amp;&quot;");
  });

  it("keeps what is in an unknown node or mark, and takes a parsed document as well", () => {
    const callout = { type: "callout", content: [text("kept", { type: "sparkle" })] };
    expect(htmlOfTipTap({ type: "doc", content: [callout] })).toBe("kept");
  });

  it.each([
    ["no JSON", "{"],
    ["no document", "[1]"],
    ["a child that is no node", '{"type":"doc","content":[null]}'],
    ["nested without end", `${'{"type":"blockquote","content":['.repeat(9000)}${"]}".repeat(9000)}`],
  ])("refuses %s", (_, json) => {
    expect(() => htmlOfTipTap(json)).toThrow(ReadError);
  });
});
