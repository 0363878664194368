/** The text in an image, over it in the viewer. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getFileText } from "#shared/contracts/files.ts";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { searchPosts } from "#shared/contracts/search.ts";
import type { PictureText } from "#shared/entities/picture-text.ts";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { MARK_END, MARK_START } from "#shared/search/highlight.ts";
import { answerPosts, answerTexts } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { filePath, listPost, postPage, profile } from "#tests/components/examples.ts";
import { main } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const viewer = page.getByRole("dialog", { name: "Image viewer" });
const button = viewer.getByRole("button", { name: "Text", exact: true });
const TEXT: PictureText = {
  lines: [
    {
      words: [
        { text: "Harbor", box: [0.1, 0.2, 0.2, 0.1] },
        { text: "festival", box: [0.4, 0.2, 0.3, 0.1] },
      ],
    },
    {
      words: [
        { text: "港の", box: [0.1, 0.5, 0.2, 0.1] },
        { text: "祭り", box: [0.3, 0.5, 0.2, 0.1] },
      ],
    },
  ],
};

async function answerPage(previews: PostEnvelope["previews"]): Promise<void> {
  await api.answer(getProfile, profile());
  await api.fail(listComments, 404, "Not Found");
  await api.answer(getPost, postPage({}, { previews }), {
    params: { service: "patreon", id: "10", post: "1" },
  });
}

async function open(): Promise<void> {
  await answerPage([{ type: "thumbnail", server: "http://localhost", name: "a.png", path: filePath("a") }]);
  await renderScreen("/patreon/user/10/post/1");
  await main.getByRole("button", { name: /^View/ }).first().click();
  await expect.element(viewer).toBeVisible();
}

test("its lines are text at their places, which is selected and not dragged", async () => {
  await api.answer(getFileText, TEXT);
  await open();
  await expect.element(button).toHaveAttribute("aria-pressed", "false");
  await button.click();
  await expect.element(button).toHaveAttribute("aria-pressed", "true");
  const line = viewer.getByText("Harbor festival");
  await expect.element(line).toBeInTheDocument();
  await expect.element(viewer.getByText("港の祭り")).toBeInTheDocument();
  const { left, width } = (line.element() as HTMLElement).style;
  expect([Number.parseFloat(left), Number.parseFloat(width)]).toEqual([10, expect.closeTo(60)]);
  const layer = line.element().parentElement;
  expect(layer?.getAttribute("translate")).toBe("yes");
  expect(getComputedStyle(line.element()).userSelect).toBe("text");
  getSelection()?.selectAllChildren(line.element());
  expect(getSelection()?.toString()).toBe("Harbor festival");
  expect(await violations()).toEqual([]);
  await userEvent.keyboard("t");
  await expect.element(line).not.toBeInTheDocument();
});

test("an image without text says so", async () => {
  await api.answer(getFileText, { lines: [] });
  await open();
  await button.click();
  await expect.element(viewer.getByText("No text is known for this image.")).toBeVisible();
});

test("a hit by the text in an image leads to the image, where the searched words are marked", async () => {
  const q = "harbr";
  const path = filePath("b");
  const hash = hashOfPath(path) ?? "";
  await answerPosts([listPost({ service: "patreon", user: "10", id: "1" })], { query: { q } });
  const snippet = `${MARK_START}Harbor${MARK_END} festival`;
  await api.answer(searchPosts, {
    posts: [
      {
        ...{ service: "patreon", user: "10", id: "1", title: "Post 1", creator: "Ann", tags: [] },
        ...{ snippet, in_picture: true },
      },
    ],
  });
  await answerPage([
    { type: "thumbnail", server: "http://localhost", name: "a.png", path: filePath("a") },
    { type: "thumbnail", server: "http://localhost", name: "b.png", path },
  ]);
  await api.answer(getFileText, TEXT);
  await answerTexts([{ hash, ...TEXT }]);
  await renderScreen(`/posts?q=${q}`);
  await expect.element(main.getByText("Match: text in an image")).toBeVisible();
  await main.getByRole("article").getByRole("link").first().click();
  await main.getByRole("button", { name: "Found in image 2 of 2" }).click();
  await expect.element(viewer.getByText("Image 2 of 2")).toBeVisible();
  await expect.element(button).toHaveAttribute("aria-pressed", "true");
  await expect.element(viewer.getByText("Harbor festival")).toBeInTheDocument();
  const marks = () => [...viewer.element().querySelectorAll("mark")];
  await expect.poll(() => marks().map(({ style }) => [style.left, style.top])).toEqual([["10%", "20%"]]);
  expect(await violations()).toEqual([]);
});
