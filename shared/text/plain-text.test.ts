import { expect, test } from "vitest";
import { MARK_START, TEXT_LIMIT } from "../search/highlight.ts";
import { cleanText, plainText } from "./plain-text.ts";

test("content becomes plain text", () => {
  expect(plainText("<p>one<br/>t<b>w</b>o</p><p>&lt;b&gt; &#20108; &#x4e8c;&nbsp;&amp;amp;</p>")).toBe(
    "one two <b> 二 二 &amp;",
  );
  expect(plainText(`a${MARK_START}b<img src="x" alt="1 &gt; 2">\n\n c`)).toBe("ab c");
  expect(plainText("cut in the <a href='")).toBe("cut in the");
  expect(plainText("cut in an entity &nbs")).toBe("cut in an entity");
  const cut = cleanText(`${"a".repeat(TEXT_LIMIT - 1)}😀`);
  expect(cut).toBe("a".repeat(TEXT_LIMIT - 1));
});

test("text made of open tags takes linear time", { timeout: 10_000 }, () => {
  plainText("<".repeat(1_000_000));
  plainText("&#".repeat(500_000));
});

test.each([
  ["<p>Hello <b>there</b></p>", "Hello there"],
  ["<p>cut in a tag <a hre", "cut in a tag"],
  ["a &amp; b &lt;c&gt;", "a & b <c>"],
  ["cut &am", "cut"],
])("%s reads %s", (html, text) => {
  expect(plainText(html)).toBe(text);
});
