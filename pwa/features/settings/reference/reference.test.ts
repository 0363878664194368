import { expect, test } from "vitest";
import type { OpenApi, Parameter } from "#shared/entities/openapi.ts";
import { answersOf, findOperations, groupsOf } from "./operations.ts";
import { addressFor, missingIn } from "./request.ts";
import { describeType, exampleOf } from "./schema.ts";

const parameter = (name: string, place: "path" | "query", type = "string"): Parameter => ({
  name,
  in: place,
  required: place === "path",
  schema: { type },
});
const PARAMETERS = [parameter("id", "path"), parameter("q", "query"), parameter("tag", "query", "array")];

const API = {
  tags: [
    { name: "Posts", description: "" },
    { name: "Empty", description: "" },
  ],
  paths: {
    "/api/v1/{id}/posts": {
      get: {
        operationId: "listPosts",
        tags: ["Posts"],
        summary: "Newest first.",
        parameters: PARAMETERS,
        responses: { 200: { description: "Fine." }, 400: { $ref: "#/components/responses/BadInput" } },
      },
    },
  },
  components: { schemas: {}, responses: { BadInput: { description: "Bad." } } },
} as unknown as OpenApi;

test("an operation is found by any of its words, all of which must be there", () => {
  const groups = groupsOf(API);
  expect(groups.map((group) => group.name)).toEqual(["Posts"]);
  for (const text of ["", "newest", "GET posts", "tag", "v1/{id}"])
    expect(findOperations(groups, text)).toHaveLength(1);
  expect(findOperations(groups, "newest creators")).toEqual([]);
});

test("answers come with their references followed", () => {
  const [group] = groupsOf(API);
  const answers = answersOf(API, group!.operations[0]!.operation);
  expect(answers.map(({ status, description }) => `${status} ${description}`)).toEqual([
    "200 Fine.",
    "400 Bad.",
  ]);
});

test("an address is encoded, lists repeat their name, and what is missing is named", () => {
  const typed = { id: "a/b", q: "x & y", tag: "one\ntwo" };
  expect(addressFor("/v1/{id}/posts", PARAMETERS, typed)).toBe("/v1/a%2Fb/posts?q=x+%26+y&tag=one&tag=two");
  expect(addressFor("/v1/{id}/posts", PARAMETERS, {})).toBe("/v1/{id}/posts");
  expect(missingIn(PARAMETERS, { q: "x" })).toEqual(["id"]);
});

const SCHEMAS = {
  Tag: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  Tree: { type: "object", properties: { child: { $ref: "#/c/Tree" } } },
};
const TAG = { $ref: "#/components/schemas/Tag" };

test.each([
  [{ type: "array", items: { type: "string" } }, "array of string"],
  [{ type: ["string", "null"] }, "string or null"],
  [{ enum: ["asc", "desc"], default: "asc" }, 'asc or desc ("asc")'],
  [{ type: "integer", examples: [50] }, "integer (50)"],
  [{}, "any"],
])("%j reads %s", (schema, words) => {
  expect(describeType(schema)).toBe(words);
});

test("an example follows references", () => {
  expect(exampleOf({ type: "array", items: TAG }, SCHEMAS)).toEqual([{ name: "text" }]);
});

test("a shape within itself ends", () => {
  expect(JSON.stringify(exampleOf({ $ref: "#/c/Tree" }, SCHEMAS)).length).toBeLessThan(200);
});
