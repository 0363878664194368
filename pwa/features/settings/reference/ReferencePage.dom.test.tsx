/** The API reference: finding an operation, copying its line, and where the description does not come. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getSchema } from "#shared/contracts/reference.ts";
import type { OpenApi, Operation } from "#shared/entities/openapi.ts";
import { api } from "#tests/components/api.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";

const REFERENCE = "/documentation/api";
const field = page.getByRole("searchbox", { name: "Find an operation" });
const operations = page.getByRole("navigation", { name: "Operations" }).getByRole("link");

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
  info: { title: "Roost API", version: "1", summary: "Everything that is kept.", description: "Read only." },
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
  await userEvent.fill(field, "popular");
  await expect.element(operations).toHaveLength(1);
  await userEvent.keyboard("{Enter}");
  await expect.poll(address).toBe(`${REFERENCE}#listPopularPosts`);
  const heading = page.getByRole("heading", { level: 2, name: "/api/v1/posts/popular" });
  await expect.element(heading).toHaveFocus();
  await reopen();
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByLabelText("period", { exact: true })).toHaveTextContent("week");
  await reopen(`${REFERENCE}#nothing-like-it`);
  await expect.element(page.getByRole("alert")).toHaveTextContent("no operation called");
});

test("the curl line is copied as it stands", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await answerDescription();
  await renderScreen(`${REFERENCE}#listTags`);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect.element(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(copied).toHaveBeenCalledExactlyOnceWith(`curl '${location.origin}/api/v1/posts/tags'`);
});

test("a description that does not come can be asked for again", async () => {
  await api.disconnect(getSchema);
  await renderScreen(REFERENCE);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Couldn't load this");
  await answerDescription();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("article")).toHaveTextContent("Roost API");
});
