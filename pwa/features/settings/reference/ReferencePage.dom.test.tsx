/** The API reference: finding an operation, sending it, and a description that does not come. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getSchema } from "#shared/contracts/reference.ts";
import type { OpenApi, Operation } from "#shared/entities/openapi.ts";
import { api } from "#tests/components/api.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";

const REFERENCE = "/documentation/api";
const field = page.getByRole("searchbox", { name: "Find an operation" });
const operations = page.getByRole("region", { name: "Posts" }).getByRole("group");

const operation = (operationId: string, summary: string, more: Partial<Operation> = {}): Operation => ({
  operationId,
  tags: ["Posts"],
  summary,
  responses: {
    200: { description: "Done.", content: { "application/json": { schema: { type: "string" } } } },
  },
  ...more,
});

const DESCRIPTION: OpenApi = {
  openapi: "3.1.0",
  info: {
    title: "Roost API",
    version: "1",
    summary: "Everything that is kept.",
    description: "Read only.\n\n- Ids are text.\n- `o` skips rows.",
  },
  servers: [{ url: "/api", description: "This server" }],
  tags: [{ name: "Posts", description: "Lists of posts." }],
  paths: {
    "/api/v1/posts/tags": { get: operation("listTags", "Every tag.") },
    "/api/v1/posts/popular": {
      get: operation("listPopularPosts", "The most favored posts.", {
        parameters: [
          { name: "period", in: "query", required: false, schema: { type: "string", enum: ["day", "week"] } },
        ],
      }),
    },
  },
  components: { schemas: {}, responses: {}, securitySchemes: {} },
};

const answerDescription = () => api.answer(getSchema, { ...DESCRIPTION });

test("an operation is found by words and opened by keyboard, with an address of its own", async () => {
  await answerDescription();
  await renderScreen(REFERENCE);
  await expect.element(operations).toHaveLength(2);
  expect([...document.querySelectorAll("main li")].map((item) => item.textContent)).toEqual([
    "Ids are text.",
    "o skips rows.",
  ]);
  await userEvent.fill(field, "popular");
  await expect.element(operations).toHaveLength(1);
  await userEvent.keyboard("{Enter}");
  await expect.poll(address).toBe(`${REFERENCE}#listPopularPosts`);
  const summary = () => document.querySelector("[data-operation=listPopularPosts] > summary");
  await expect.poll(() => document.activeElement === summary()).toBe(true);
  await reopen();
  await expect.element(page.getByLabelText("period", { exact: true })).toBeVisible();
  await expect.poll(() => document.activeElement === summary()).toBe(true);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("period", { exact: true })).not.toBeInTheDocument();
  await reopen(`${REFERENCE}#nothing-like-it`);
  await expect.element(page.getByRole("alert")).toHaveTextContent("no operation called");
});

test("a read is sent with what is typed, and its response shown", async () => {
  await answerDescription();
  await renderScreen(`${REFERENCE}#listPopularPosts`);
  await expect.element(page.getByLabelText("period", { exact: true })).toBeVisible(); // the description has come
  const sent = vi
    .spyOn(globalThis, "fetch")
    .mockResolvedValue(
      new Response('{"a":1}', { status: 200, headers: { "content-type": "application/json" } }),
    );
  await userEvent.fill(page.getByLabelText("period", { exact: true }), "a & b");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("region", { name: "Response" })).toHaveTextContent('"a": 1');
  expect(sent.mock.calls.at(-1)?.[0]).toBe("/api/v1/posts/popular?period=a+%26+b");
  sent.mockRestore();
});

test("a description that does not come can be asked for again", async () => {
  await api.disconnect(getSchema);
  await renderScreen(REFERENCE);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Couldn't load this");
  await answerDescription();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(operations).toHaveLength(2);
});
