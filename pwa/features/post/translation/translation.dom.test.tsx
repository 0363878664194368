/** The language of a post's text, and its translation by the browser's own translator, which is not ours. */
import { afterEach, expect, test } from "vitest";
import { getPost } from "#shared/contracts/post.ts";
import { answerPostPages, answerPrefetches, postAddress } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { listPost, postPage } from "#tests/components/examples.ts";
import { main } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const POST = listPost({ id: "1" });
const content = "<p>静かな夜の<b>灯台</b>の話です。</p>";
const text = () => document.querySelector("main [lang]");

async function open(): Promise<void> {
  await answerPrefetches();
  await answerPostPages([POST]);
  const { service, user, id: post } = POST;
  await api.answer(getPost, postPage({ id: post, service, user, content }));
  await renderScreen(postAddress(POST));
  await expect.element(main.getByText("灯台")).toBeVisible();
}

/** Simulates a browser that translates from Japanese only. */
function addTranslator(): void {
  Object.assign(globalThis, {
    Translator: {
      availability: async ({ sourceLanguage }: { sourceLanguage: string }) =>
        sourceLanguage === "ja" ? "available" : "unavailable",
      create: async () => ({ translate: async (words: string) => `[${words}]` }),
    },
  });
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, "Translator");
});

test("the text says its language, and the original and its translation take turns without a request", async () => {
  addTranslator();
  await open();
  await expect.poll(() => text()?.getAttribute("lang")).toBe("ja");
  const translate = main.getByRole("button", { name: "Translate" });
  await expect.element(translate).toBeVisible();
  expect(await violations()).toEqual([]);
  await translate.click();
  await expect.poll(() => text()?.innerHTML).toContain("<b>[灯台]</b>");
  expect(text()?.getAttribute("lang")).toBe("en");
  await main.getByRole("button", { name: "Show original" }).click();
  await expect.poll(() => text()?.innerHTML).toContain("<b>灯台</b>");
  expect(text()?.getAttribute("lang")).toBe("ja");
  const sent = (await api.requests()).map((request) => decodeURIComponent(request.address) + request.body);
  expect(sent.filter((words) => words.includes("灯台"))).toEqual([]);
});

test("where the browser has no translator there is no button", async () => {
  Reflect.deleteProperty(globalThis, "Translator");
  await open();
  await expect.poll(() => text()?.getAttribute("lang")).toBe("ja");
  await expect.element(main.getByRole("button", { name: "Translate" })).not.toBeInTheDocument();
});
