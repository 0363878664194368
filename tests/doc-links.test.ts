/** Links between the Markdown files of the project: files exist, and headings have the linked anchors. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { marked, type Token } from "marked";
import { expect, test } from "vitest";

const PROJECT = fileURLToPath(new URL("../", import.meta.url));

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    tokens.push(token);
  });
  return tokens;
}

/** Anchors of the headings, as code hosts make them. */
function anchorsOf(text: string): string[] {
  return tokensOf(text)
    .flatMap((token) => (token.type === "heading" ? [String(token.text).toLowerCase()] : []))
    .map((heading) => heading.replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-"));
}

/** @param path of the file with the text, from the root of the project */
function brokenLinks(path: string, text: string): string[] {
  const links = tokensOf(text).flatMap((token) =>
    token.type === "link" || token.type === "image" ? [String(token.href)] : [],
  );
  return links
    .filter((href) => !/^[a-z]+:/.test(href))
    .filter((href) => {
      const [file = "", anchor] = href.split("#");
      const target = file === "" ? join(PROJECT, path) : join(PROJECT, dirname(path), file);
      if (file !== "" && !existsSync(target)) return true;
      if (anchor === undefined) return false;
      return !anchorsOf(file === "" ? text : readFileSync(target, "utf8")).includes(anchor);
    })
    .map((href) => `${path}: ${href}`);
}

test("every link leads to a file and heading of the project", () => {
  const paths = execFileSync("git", ["ls-files", "-z", "*.md"], { cwd: PROJECT, encoding: "utf8" })
    .split("\0")
    .filter((path) => path !== "");
  expect(paths).toContain("README.md");
  expect(paths.flatMap((path) => brokenLinks(path, readFileSync(join(PROJECT, path), "utf8")))).toEqual([]);
});

test.each(["[a](missing.md)", "[a](#missing)", "[a](architecture.md#missing)", "![a](missing.webp)"])(
  "%s is reported",
  (link) => {
    expect(brokenLinks("docs/a.md", `# Title\n\n${link}\n`)).toHaveLength(1);
  },
);
