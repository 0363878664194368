/** Converts sanitized HTML of a post to lines of plain text, for a file. Pure; the text is only ever shown as text. */

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const BLOCKS: ReadonlySet<string> = new Set(
  "p div h1 h2 h3 h4 h5 h6 ul ol blockquote pre table tr figure hr".split(" "),
);
const HIDDEN: ReadonlySet<string> = new Set(["style", "script"]);

/** Separates paragraphs and keeps link addresses. */
export function plainLines(html: string): string {
  const pieces: string[] = [];
  let hidden: string | undefined;
  let link: { address: string; from: number } | undefined;
  for (const { text, tag, name } of tokensOf(html)) {
    if (hidden === undefined) pieces.push(decodeEntities(text.replace(/\s+/g, " ")));
    if (hidden !== undefined) {
      if (tag.startsWith("</") && name === hidden) hidden = undefined;
    } else if (HIDDEN.has(name)) {
      hidden = name;
    } else if (name === "a") {
      if (link !== undefined && pieces.slice(link.from).join("").trim() !== link.address)
        pieces.push(` (${link.address})`);
      const address = tag.startsWith("</") ? undefined : /\bhref="([^"]*)"/i.exec(tag)?.[1];
      link = address === undefined ? undefined : { address: decodeEntities(address), from: pieces.length };
    } else if (name === "br") {
      pieces.push("\n");
    } else if (name === "li") {
      pieces.push(tag.startsWith("</") ? "" : "\n- ");
    } else if (BLOCKS.has(name)) {
      pieces.push("\n\n");
    }
  }
  return pieces
    .join("")
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Each tag with the text before it; a tag that is cut off at the end is dropped. */
function* tokensOf(html: string): Generator<{ text: string; tag: string; name: string }> {
  let at = 0;
  for (;;) {
    const open = html.indexOf("<", at);
    const close = open < 0 ? -1 : html.indexOf(">", open);
    const tag = close < 0 ? "" : html.slice(open, close + 1);
    const name = /^<\/?([a-z0-9]+)/i.exec(tag)?.[1]?.toLowerCase() ?? "";
    yield { text: html.slice(at, open < 0 ? undefined : open), tag, name };
    if (close < 0) return;
    at = close + 1;
  }
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|[a-z]+);/gi, (whole, name: string) => entity(name) ?? whole);
}

function entity(name: string): string | undefined {
  if (!name.startsWith("#")) return NAMED[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
