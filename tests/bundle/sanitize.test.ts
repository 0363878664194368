import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitizeHtml, sanitizeWithLoss } from "#backend/imports/bundle/sanitize.ts";
import { ALLOWED_TAGS } from "#shared/rules/allowed-html.ts";

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)( \/)?>/g;
const ATTRIBUTE = / ([a-z]+)="([^"<>]*)"/g;
const HASH = "ab".repeat(32);

/** Everything in the output that is not on the list: stray "<", other tags, other attributes, other addresses. */
function strays(html: string): string[] {
  const found: string[] = [];
  const rest = html.replace(TAG, (_whole, _close, tag: string, attributes: string) => {
    if (!ALLOWED_TAGS.includes(tag)) found.push(tag);
    for (const [, name, value] of attributes.matchAll(ATTRIBUTE)) {
      if (!isAllowed(tag, name ?? "", value ?? "")) found.push(`${tag} ${name}=${value}`);
    }
    return "";
  });
  if (rest.includes("<")) found.push(`left over: ${rest}`);
  return found;
}

function isAllowed(tag: string, name: string, value: string): boolean {
  if (tag === "a" && name === "href") return /^(https?:\/\/|mailto:|\/(?![/\\]))/i.test(value);
  if (tag === "a" && name === "rel") return value === "noopener noreferrer nofollow";
  if (tag === "img" && name === "src") return /^\/(inline|data|[0-9a-f]{2})\//.test(value);
  return tag === "img" && ["alt", "width", "height"].includes(name);
}

const PAYLOADS = [
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  '<a href="javascript:alert(1)">x</a>',
  "<svg onload=alert(1)>",
  "</p><style>*{}</style><b onclick='x'>b",
  '"><img/src="/aa/bb/x" onerror=alert(1) alt="</noscript><img src=x onerror=alert(1)>">',
  "<!--><img src=x onerror=alert(1)>-->",
  "<form><input name=a><button formaction=javascript:1>",
];
const WRAPPERS =
  "xmp noscript style title textarea svg math template plaintext iframe noembed noframes select option script object video table mtext foreignobject desc annotation-xml listing frameset body head html p a b".split(
    " ",
  );

test("nothing off the list is left of hostile payloads inside every pair of raw-text and foreign elements", () => {
  for (const outer of WRAPPERS) {
    for (const inner of WRAPPERS) {
      for (const payload of PAYLOADS) {
        for (const html of [
          `<${outer}><${inner}>${payload}</${inner}></${outer}>${payload}`,
          `<${outer}><${inner}></${outer}>${payload}`,
        ]) {
          const clean = sanitizeHtml(html);
          expect([html, strays(clean)]).toEqual([html, []]);
          expect(sanitizeHtml(clean)).toBe(clean);
        }
      }
    }
  }
});

test("a control character in the text of a player is removed", () => {
  expect(sanitizeHtml("<iframe>a&#x1;b</iframe>")).toBe("ab");
});

test("any text: nothing off the list, and cleaning twice is cleaning once", () => {
  const piece = fc.oneof(
    fc.constantFrom(...PAYLOADS, ...WRAPPERS.flatMap((tag) => [`<${tag}>`, `</${tag}>`])),
    fc.constantFrom(
      ...ALLOWED_TAGS.flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag} id=a class="b" style='c' x`]),
    ),
    fc.constantFrom(
      "<",
      ">",
      "&",
      "&lt",
      "&amp;",
      "&#0;",
      "&#x1;",
      "&#xd800;",
      "&nbsp;",
      '"',
      "'",
      "=",
      "/",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "<?",
      "\0",
      "\n",
    ),
    fc.constantFrom(
      "<a href=",
      "<img src=",
      "//evil.example",
      "java\tscript:",
      `/ab/ab/${HASH}.png`,
      "https://ok.example/?a&b=1",
      " alt=",
      " onerror=x",
    ),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const clean = sanitizeHtml(pieces.join(""));
      expect(strays(clean)).toEqual([]);
      expect(sanitizeHtml(clean)).toBe(clean);
    }),
    { numRuns: 1500 },
  );
});

test.each([
  ["plain text > is kept as it is", "plain text > is kept as it is"],
  ["AT&T < 3", "AT&amp;T &lt; 3"],
  ["1 < 2 > 0 <3", "1 &lt; 2 &gt; 0 &lt;3"],
  ['<p class="x" style="y" id="z" onclick="w">a<br>b</p>', "<p>a<br />b</p>"],
  ["<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>"],
  [
    '<a href="https://a.example/?x=1&amp;y=2" target=_blank>l</a>',
    '<a href="https://a.example/?x=1&amp;y=2" rel="noopener noreferrer nofollow">l</a>',
  ],
  ['<a href="/patreon/user/1">l</a>', '<a href="/patreon/user/1" rel="noopener noreferrer nofollow">l</a>'],
  [
    '<a href="mailto:a@b.example">l</a>',
    '<a href="mailto:a@b.example" rel="noopener noreferrer nofollow">l</a>',
  ],
  ['<a href="//evil.example">l</a>', "<a>l</a>"],
  ['<a href="/\\evil.example">l</a>', "<a>l</a>"],
  ['<a href="/\t/evil.example">l</a>', "<a>l</a>"],
  ['<a href=" java&#10;script:alert(1)">l</a>', "<a>l</a>"],
  ['<a href="data:text/html,x">l</a>', "<a>l</a>"],
  ['<a href="relative">l</a>', "<a>l</a>"],
  [
    `<img src="/ab/ab/${HASH}.png" alt="a&quot;b" width="10" height="1e3" srcset="x 2x">`,
    `<img src="/ab/ab/${HASH}.png" alt="a&quot;b" width="10" />`,
  ],
  ['<img src="/inline/aa/x.png">', '<img src="/inline/aa/x.png" />'],
  ['<img src="/data/../api/v1/logout">', ""],
  ["<style>p{}</style><title>t</title><center>kept</center>", "kept"],
])("%s becomes %s", (html, clean) => {
  expect(sanitizeHtml(html)).toBe(clean);
});

const link = (address: string, text = address) =>
  `<a href="${address}" rel="noopener noreferrer nofollow">${text}</a>`;

test.each([
  [
    "players and frames, beside each other",
    '<iframe src="https://www.youtube.com/embed/abc" title="Heron film"></iframe><video controls src="https://a.example/v.mp4"></video>',
    `${link("https://www.youtube.com/embed/abc", "Heron film")}<br />${link("https://a.example/v.mp4")}`,
  ],
  [
    "a player with sources and a fallback",
    '<p>a<video><source src="//a.example/v.webm"><source src="v.mp4">Too old.</video>b</p>',
    `<p>a${link("https://a.example/v.webm")}b</p>`,
  ],
  [
    "a picture from elsewhere",
    '<figure><img src="https://a.example/pic.jpg" alt="A heron &amp; dusk"><figcaption>Dusk</figcaption></figure>',
    `<figure>${link("https://a.example/pic.jpg", "A heron &amp; dusk")}<figcaption>Dusk</figcaption></figure>`,
  ],
  [
    "a picture that a script would load",
    '<img src="data:image/gif;base64,x" data-src="https://a.example/late.png">',
    link("https://a.example/late.png"),
  ],
  [
    "a picture in a link",
    `<a href="https://shop.example/"><img src="https://a.example/p.png" alt="Shop"></a>`,
    link("https://shop.example/", "Shop"),
  ],
  ["a picture without an address", '<p><img src="data:image/png;base64,x" alt="smile"></p>', "<p>smile</p>"],
  ["a tracker", '<img src="https://a.example/p.gif" width="1" height="1" alt="x">y', "y"],
  ["a magnet link", '<a href="magnet:?xt=1&amp;dn=2">Torrent</a>', "<a>Torrent (magnet:?xt=1&amp;dn=2)</a>"],
  [
    "formulas",
    '<math alttext="e=mc^2"><mi>e</mi></math> <math><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></math> <math><mi>a</mi><mo>+</mo><mi>b</mi></math>',
    "e=mc^2 x_1 a+b",
  ],
  [
    "an object",
    '<object data="https://a.example/x.swf"><p>No.</p></object>',
    link("https://a.example/x.swf"),
  ],
  [
    "frames of a frameset",
    '<frameset><frame src="https://a.example/f.html" title="Menu"><frame src="https://a.example/g.html"></frameset>',
    `${link("https://a.example/f.html", "Menu")}<br />${link("https://a.example/g.html")}`,
  ],
  [
    "media of an editor",
    '<figure class="media"><oembed url="https://www.youtube.com/watch?v=1"></oembed></figure>',
    `<figure>${link("https://www.youtube.com/watch?v=1")}</figure>`,
  ],
  [
    "a picture for browsers without scripts, once",
    '<img data-src="https://a.example/1.png"><noscript><img src="https://a.example/1.png"> <img src="https://a.example/2.png"></noscript>',
    `${link("https://a.example/1.png")} ${link("https://a.example/2.png")}`,
  ],
  [
    "a picture in sizes",
    '<img srcset="https://a.example/s.png 1x, https://a.example/l.png 2x" alt="Sea">',
    link("https://a.example/s.png", "Sea"),
  ],
  [
    "an image map",
    '<map><area href="https://a.example/north" alt="North"><area href="https://a.example/south"></map>',
    `${link("https://a.example/north", "North")}<br />${link("https://a.example/south")}`,
  ],
  [
    "a player that is an element of its own, with its content",
    '<audio-player data-src="https://a.example/a.mp3" title="Waves"><b>3:04</b></audio-player><x-y>z</x-y>',
    `${link("https://a.example/a.mp3", "Waves")}<b>3:04</b>z`,
  ],
  [
    "a film with a poster only",
    '<video poster="https://a.example/poster.jpg"></video>',
    link("https://a.example/poster.jpg"),
  ],
  [
    "hostile addresses",
    '<area href="javascript:alert(1)"><x-y src="data:text/html,x">w</x-y><iframe src="javascript:alert(1)"></iframe><a href="data:text/html,x">y</a>',
    "w<a>y</a>",
  ],
])("elements that the app does not show become a link or their text: %s", (_, html, clean) => {
  expect(sanitizeHtml(html)).toBe(clean);
  expect(sanitizeHtml(clean)).toBe(clean);
});

test.each([
  ["<p class='x'>text</p>", false],
  ["<p style=\"background: url('https://a.example/p.png')\">text</p>", true],
  ["<noscript>text</noscript>", true],
  ["<svg><text>x</text></svg>", true],
])("%s loses something that a reader could see: %s", (html, isLossy) => {
  expect(sanitizeWithLoss(html).isLossy).toBe(isLossy);
});

test.each([
  ["deep", "<div>".repeat(200_000)],
  ["deep and closed", `${"<b>".repeat(140_000)}${"</b>".repeat(140_000)}`],
  [
    "deep, with a picture",
    `<img src="https://a.example/p.png">${"<b>".repeat(140_000)}${"</b>".repeat(140_000)}`,
  ],
  ["only pictures", '<img src="https://a.example/p.png">'.repeat(10_000)],
  ["50,000 attributes", `<p ${Array.from({ length: 50_000 }, (_, n) => `a${n}="12345678"`).join(" ")}>x</p>`],
  ["only <", "<".repeat(1_000_000)],
  ["unclosed comment", `<!--${"-".repeat(1_000_000)}`],
  ["entities", "&lt;".repeat(250_000)],
  ["tables", "<table><td>".repeat(90_000)],
  ["bad surrogates", `<p>${"\ud800".repeat(1_000_000)}`],
  ["one long address", `<a href="${"/".repeat(1_000_000)}">x</a>`],
])("1 MB of trouble takes linear time: %s", (_name, html) => {
  const before = process.cpuUsage();
  const clean = sanitizeHtml(html);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(4); // what is quadratic takes minutes
  expect(strays(clean)).toEqual([]);
});
