/** The text in an image, over it in the viewer. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getFileText } from "#shared/contracts/files.ts";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import type { PictureText } from "#shared/entities/picture-text.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { filePath, postPage, profile } from "#tests/components/examples.ts";
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

async function open(): Promise<void> {
  await api.answer(getProfile, profile());
  await api.fail(listComments, 404, "Not Found");
  const image = {
    type: "thumbnail" as const,
    server: "http://localhost",
    name: "a.png",
    path: filePath("a"),
  };
  await api.answer(getPost, postPage({}, { previews: [image] }), {
    params: { service: "patreon", id: "10", post: "1" },
  });
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
