/** Tests the type checks of contracts: `tsc` fails if one of these compiles. */
import { expect, test } from "vitest";
import { z } from "zod/mini";
import { endpoint } from "#shared/contracts/endpoint.ts";

const get = { method: "GET", path: "/x", summary: "x", response: z.string() } as const;
const post = { ...get, method: "POST" } as const;

test("a contract that leaves out or mixes up what must be decided does not compile", () => {
  const wrong = [
    // @ts-expect-error without access
    () => endpoint({ ...get, topics: [] }),
    // @ts-expect-error without access
    () => endpoint({ ...post }),
    // @ts-expect-error a level that is none
    () => endpoint({ ...post, access: "admin" }),
    // @ts-expect-error a public read must name its topics
    () => endpoint({ ...get, access: "anyone" }),
    // @ts-expect-error what is made of nothing known
    () => endpoint({ ...get, access: "anyone", topics: ["nothing"] }),
    // @ts-expect-error what belongs to an account is never cached
    () => endpoint({ ...get, access: "session", topics: ["posts"] }),
    // @ts-expect-error nor is an answer that sets a cookie
    () => endpoint({ ...get, access: "anyone", topics: [], cookies: ["session"] }),
    // @ts-expect-error a read has no body
    () => endpoint({ ...get, access: "anyone", topics: [], body: z.string() }),
    // @ts-expect-error and cannot be repeated under a key
    () => endpoint({ ...get, access: "anyone", private: true, idempotent: true }),
    // @ts-expect-error a stream is read once and needs its own limit
    () => endpoint({ ...post, access: "session", body: "stream", maxBytes: 1, idempotent: true }),
    // @ts-expect-error a stored answer has no cookie
    () => endpoint({ ...post, access: "anyone", idempotent: true, cookies: ["session"] }),
    // @ts-expect-error nor is it a redirect
    () => endpoint({ ...post, access: "anyone", idempotent: true, response: "redirect" }),
    // @ts-expect-error a stream needs its own limit
    () => endpoint({ ...post, access: "session", body: "stream" }),
    // @ts-expect-error a limit of no body
    () => endpoint({ ...post, access: "session", maxBytes: 1 }),
    // @ts-expect-error a redirect has no envelope
    () => endpoint({ ...post, access: "anyone", response: "redirect", envelope: "x" }),
    // @ts-expect-error a name that is misspelled
    () => endpoint({ ...post, access: "anyone", acces: "session" }),
  ];
  expect(wrong.length).toBe(16);
});

test("and the right ones do", () => {
  const right = [
    endpoint({ ...get, access: "anyone", topics: [] }),
    endpoint({ ...get, access: "moderator", private: true, cookies: ["session"] }),
    endpoint({ ...post, access: "session", body: z.string(), maxBytes: 10, idempotent: true }),
    endpoint({ ...post, access: "session", body: "stream", maxBytes: 10, response: "redirect" }),
    endpoint({ ...get, access: "anyone", private: true, response: "stream" }),
  ];
  expect(right.map(({ access }) => access)).toEqual(["anyone", "moderator", "session", "session", "anyone"]);
});
