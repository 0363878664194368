/** The second line of defense alone: the server's answers are replaced by hostile ones, the page and its policy are real. */
import { expect, type Page, test } from "playwright/test";
import { sanitizeHtml } from "#backend/imports/bundle/sanitize.ts";
import { ALLOWED_TAGS, TAGS_WITHOUT_CONTENT } from "#shared/rules/allowed-html.ts";
import { cleanHtml } from "../../pwa/ssr/html.ts";
import { addressOf, picturesLoaded, postWithImages } from "./page.ts";

const HOSTILE = [
  '<p>kept words <b>bold</b> <a href="https://ok.example/a">out</a></p>',
  "<script>window.ran = 1</script>",
  '<img src="x" onerror="window.ran = 2">',
  '<svg onload="window.ran = 3"><script>window.ran = 4</script></svg>',
  '<a id="trap" href="javascript:window.ran = 5">link</a>',
  '<iframe srcdoc="<script>parent.ran = 6</script>"></iframe>',
  '<form action="https://evil.example"><input name="password"><button>Log in</button></form>',
  '<div style="position:fixed;inset:0" class="overlay">cover</div>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.ran=7&gt;">',
].join("\n");
const WORDS = '"><img src=x onerror="window.ran = 8">';

async function answerWith(
  page: Page,
  pattern: string,
  change: (body: Record<string, object>) => unknown,
): Promise<void> {
  await page.route(pattern, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change(await answer.json()) });
  });
}

test("hostile content in a post, its title and its names neither runs nor defaces", async ({ page }) => {
  const post = await postWithImages(page);
  await answerWith(page, `**/api/v1${addressOf(post)}`, (body) => ({
    ...body,
    post: {
      ...body.post,
      title: WORDS,
      content: HOSTILE,
      tags: [WORDS],
      embed: { url: "javascript:window.ran = 9", subject: WORDS, description: WORDS },
    },
  }));
  await page.route("**/comments", (route) =>
    route.fulfill({
      json: [
        {
          id: "1",
          parent_id: null,
          commenter: "x",
          commenter_name: WORDS,
          content: HOSTILE,
          published: "2024-01-01T00:00:00",
        },
      ],
    }),
  );
  await page.goto(addressOf(post));
  await expect(page.getByText("kept words").first()).toBeVisible();
  await page.getByRole("heading", { name: /^Comments/ }).scrollIntoViewIfNeeded();
  await expect(page.getByText("kept words")).toHaveCount(2);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(WORDS);
  const main = page.locator("main");
  await expect(
    main.locator(
      "script, iframe, form, input, [style*=fixed], .overlay, [onerror], [onload], a[href^='javascript:']",
    ),
  ).toHaveCount(0);
  const link = main.getByRole("link", { name: "out" }).first();
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  await picturesLoaded(page); // the hostile ones too
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
});

const ALL_ELEMENTS = `
  <h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6><hr>
  <p>${"strong b em i u s del sub sup code span".replace(/\w+/g, "<$&>$&</$&>")}<br>
    <a href="https://ok.example/">out</a></p>
  <ul><li>one</li></ul><ol><li>two</li></ol><blockquote>quoted</blockquote><pre>as typed</pre>
  <figure><img src="/inline/aa/x.png" alt="stored" width="10" height="20"><figcaption>caption</figcaption></figure>
  <table><thead><tr><th>head</th></tr></thead><tbody><tr><td>cell</td></tr></tbody></table>
  <div><details><summary>more</summary>folded</details></div>
  <ruby><rb>漢</rb><rp>(</rp><rt>かん</rt><rp>)</rp></ruby>`;
// Without two that no HTML parser nests: <plaintext> has no end and <head> inside a body is ignored.
const SECRETS = TAGS_WITHOUT_CONTENT.filter((tag) => tag !== "plaintext" && tag !== "head");
/** Elements whose text the import keeps: it is what a browser without them shows. */
const FALLBACKS = ["iframe", "video", "audio", "object", "math", "noscript"];
const OTHER_FORBIDDEN = `
  <form><input><button>text stays</button></form><dialog open>text stays</dialog><embed src="x"><link href="x"><meta>
  <marquee id="a" class="b" style="color: red" title="c" onclick="1">text stays</marquee><x-y>text stays</x-y>
  <p id="a" class="b" style="color: red" title="c" width="1" href="/x" data-image-path="/x" aria-hidden="true">text</p>`;
const forbidden = (secrets: string[]) =>
  secrets.map((tag) => `<${tag}>secret</${tag}>`).join("") + OTHER_FORBIDDEN;
const FORBIDDEN_ELEMENTS = forbidden(SECRETS);

test("every allowed element and no other passes import, server rendering and browser", async ({ page }) => {
  const post = await postWithImages(page);
  const shownAs = async (content: string) => {
    await page.unrouteAll();
    await answerWith(page, `**/api/v1${addressOf(post)}`, (body) => ({
      ...body,
      post: { ...body.post, content: `<p>start of it</p>${content}` },
    }));
    await page.goto(addressOf(post));
    const shown = page.locator("main [dir=auto]", { has: page.getByText("start of it") }).last();
    await expect(shown).toBeVisible();
    return shown;
  };
  const tagsOf = (html: string) => [...new Set(html.match(/(?<=<)[a-z][\w-]*/g))].sort();
  const wanted = [...ALLOWED_TAGS].sort();

  const imported = sanitizeHtml(ALL_ELEMENTS);
  expect(tagsOf(imported)).toEqual(wanted);
  expect(tagsOf(cleanHtml(imported))).toEqual(wanted);
  const shown = await shownAs(imported);
  expect(tagsOf((await shown.innerHTML()).replace(/<\/?button/g, ""))).toEqual(wanted);
  await expect(shown.locator("img")).toHaveAttribute("width", "10");
  await expect(shown.locator("img")).toHaveAttribute("alt", "stored");

  const fromImport = sanitizeHtml(forbidden(SECRETS.filter((tag) => !FALLBACKS.includes(tag))));
  for (const html of [fromImport, cleanHtml(FORBIDDEN_ELEMENTS)]) {
    expect(tagsOf(html)).toEqual(["p"]);
    expect(html).not.toMatch(/secret|=/);
    expect(html.match(/text stays/g)).toHaveLength(4);
  }
  const left = await shownAs(FORBIDDEN_ELEMENTS);
  expect(tagsOf(await left.innerHTML())).toEqual(["p"]);
  await expect(left).not.toContainText("secret");
  expect(await left.innerHTML()).not.toContain("=");
  expect((await left.innerText()).match(/text stays/g)).toHaveLength(4);
});

test("search highlights are text, whatever they hold", async ({ page }) => {
  await page.route("**/api/v1/search*", (route) =>
    route.fulfill({
      json: {
        creators: [{ service: "fanbox", id: "1", name: WORDS, post_count: 1 }],
        posts: [
          {
            service: "fanbox",
            user: "1",
            id: "2",
            title: `\ue000${WORDS}\ue001`,
            creator: WORDS,
            snippet: HOSTILE,
          },
        ],
        dms: [],
        tags: [{ tag: WORDS, marked: WORDS, post_count: 1 }],
      },
    }),
  );
  await page.goto("/");
  await page.getByRole("combobox").first().fill("anything");
  await expect(page.getByRole("option").first()).toContainText(WORDS);
  await expect(page.getByRole("option").nth(1).locator("mark")).toHaveText(WORDS);
  await expect(page.getByRole("listbox").locator("script, [onerror]")).toHaveCount(0);
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
});

test("the policy is on every page and refuses plain strings; the same attack works without it", async ({
  page,
  browser,
}) => {
  const answer = await page.goto("/posts");
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("trusted-types dompurify sw");
  expect(policy).not.toContain("unsafe");
  const attack = () => {
    try {
      const box = document.createElement("div");
      box.innerHTML = '<img src="x" onerror="window.ran = 1">';
      document.body.append(box);
      return "taken";
    } catch (error) {
      return (error as Error).name;
    }
  };
  expect(await page.evaluate(attack)).toBe("TypeError");
  const open = await (await browser.newContext({ bypassCSP: true })).newPage();
  await open.goto(page.url());
  expect(await open.evaluate(attack)).toBe("taken");
  await expect.poll(() => open.evaluate(() => "ran" in window)).toBe(true);
});
