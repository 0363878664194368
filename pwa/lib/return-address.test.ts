import { expect, test, vi } from "vitest";
import { returnAddress } from "./return-address.ts";

vi.stubGlobal("location", { origin: "https://archive.example" });

test.each(["/", "/posts?q=a&o=50#top", "/patreon/user/a%2Fb", "/search?u=https://evil.example"])(
  "%s is an address of this site",
  (address) => expect(returnAddress(address)).toBe(address),
);

test.each([
  undefined,
  "",
  "posts",
  "https://evil.example/",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "javascript:alert(1)",
  " //evil.example",
])("%j is not, and leads home", (address) => expect(returnAddress(address)).toBe("/"));
