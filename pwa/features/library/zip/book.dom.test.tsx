/** Parts of a book that need a browser: XHTML of hostile HTML, and converted images. */
import { expect, test } from "vitest";
import { toJpeg } from "./to-jpeg.ts";
import { toXhtml } from "./xhtml.ts";

const PATH = `/aa/aa/${"a".repeat(64)}.png`;
const ROOT = '<div xmlns="http://www.w3.org/1999/xhtml">';

function xhtml(html: string): string {
  const parts = toXhtml(html, new Map([[PATH, 4]]), "https://archive.example");
  const text = parts
    .map((part) => (typeof part === "string" ? part : `[${part.image} ${part.alt}]`))
    .join("");
  return text.slice(ROOT.length, -"</div>".length);
}

test.each([
  ["<b>a<p>b</p></b>", '<b>a<span class="block">b</span></b>'],
  ["<ul>a<li>b</li><p>c</p></ul><ol></ol>", "<ul><li>a</li><li>b</li><li><p>c</p></li></ul>"],
  ["<li>alone</li>", "<div>alone</div>"],
  [
    "<table><tr><td>a</td></tr><caption>b</caption></table>",
    "b<table><tbody><tr><td>a</td></tr></tbody></table>",
  ],
  ["<details><summary>a</summary>b</details>", "<div><p>a</p>b</div>"],
  ["<ruby>a<rt>b</rt></ruby><ruby>c</ruby>", "<ruby>a<rt>b</rt></ruby><span>c</span>"],
  ["<span>a<hr>b</span><hr>", "<span>a<br />b</span><hr />"],
  [`<p><img src="${PATH}" alt="x"><img src="https://example.org/a.png"></p>`, "<p>[4 x]</p>"],
  [
    '<a href="/patreon/user/1">a</a><a href="javascript:b">b</a>',
    '<a href="https://archive.example/patreon/user/1">a</a>b',
  ],
  ['<a href="https://example.org/a|b?c=%zz">a</a>', '<a href="https://example.org/a%7Cb?c=%25zz">a</a>'],
  ["a\u0001<script>b</script><!-- 4 --> &lt;!--4--&gt; < c", "a &lt;!--4--&gt; &lt; c"],
])("%s becomes %s", (html, expected) => {
  expect(xhtml(html)).toBe(expected);
});

async function picture(width: number, height: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.clearRect(0, 0, width, height);
  return await canvas.convertToBlob({ type });
}

test("a large image becomes a JPEG of the wanted size, on white", async () => {
  const converted = await toJpeg(await picture(300, 150, "image/png"), false, 100);
  expect(converted.type).toBe("image/jpeg");
  const bitmap = await createImageBitmap(converted);
  expect([bitmap.width, bitmap.height]).toEqual([100, 50]);
  const context = new OffscreenCanvas(100, 50).getContext("2d");
  context?.drawImage(bitmap, 0, 0);
  expect([...(context?.getImageData(50, 25, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255]);
});

test("a JPEG that is small enough stays as it is, and what is no image is refused", async () => {
  const jpeg = await picture(80, 40, "image/jpeg");
  expect(await toJpeg(jpeg, true, 100)).toBe(jpeg);
  await expect(toJpeg(new Blob(["no image"]), false)).rejects.toThrow(DOMException);
});
