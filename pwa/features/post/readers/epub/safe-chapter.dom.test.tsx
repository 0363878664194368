import { expect, onTestFinished, test } from "vitest";
import { anchorIn, safeChapter, showImages } from "./safe-chapter.ts";

function shown(written: string): HTMLElement {
  const box = document.createElement("div");
  box.append(safeChapter(written));
  document.body.append(box);
  onTestFinished(() => box.remove());
  return box;
}

test("nothing that could run or load is left; words, languages and targets of links stay", () => {
  const box = shown(
    `<p id="x" lang="ja" dir="rtl" class="a" style="color:red" onclick="x()">Words</p><script>x()</script>` +
      `<iframe src="https://example.org/"></iframe><svg><image href="https://example.org/a.png"/></svg>` +
      `<img src="https://example.org/b.png"><img src="/data/c.png"><img src="0" srcset="https://example.org/ 2x">`,
  );
  expect(box.innerHTML).toBe(
    `<p lang="ja" dir="rtl" id="user-content-x">Words</p><img data-book-image="0" alt="">`,
  );
  expect(anchorIn(box, "x")?.textContent).toBe("Words");
  expect(anchorIn(box, 'y"]')).toBeNull();
});

test("links lead to chapters or, marked, elsewhere; never into this archive or to a script", () => {
  const box = shown(
    `<a href="#2/n">in</a><a href="https://example.org/">out</a><a href="/account">own</a>` +
      `<a href="javascript:x()">script</a><a href="#top">name</a><a id="t" href="//example.org">target</a>`,
  );
  expect([...box.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")])).toEqual(
    [
      ["in", "#2/n"],
      ["out", "https://example.org/"],
      ["target", null],
    ],
  );
  expect(box.querySelector("a[target]")?.getAttribute("rel")).toContain("noopener");
  expect(box.textContent).toBe("inoutownscriptnametarget");
});

test("images come from the book as blobs, which are freed", async () => {
  const box = shown(`<img src="1" alt="two"><img src="0"><img src="0">`);
  const asked: string[] = [];
  const free = showImages(box, ["a.png", "b.svg", "c.png"], async (path) => {
    asked.push(path);
    return path === "a.png" ? new Blob(["x"], { type: "image/png" }) : undefined;
  });
  const sources = () => [...box.querySelectorAll("img")].map((image) => image.getAttribute("src") ?? "");
  await expect.poll(() => asked).toEqual(["a.png", "b.svg"]);
  await expect.poll(() => sources()[1]).toMatch(/^blob:/);
  expect(sources()[0]).toBe("");
  expect(sources()[1]).toBe(sources()[2]);
  free();
  await expect(fetch(sources()[1] ?? "")).rejects.toThrow();
});
