/** Converts the blocks of a Fanbox article to HTML. Its pictures and files are attachments of the post. */
import { z } from "zod";
import { htmlOfText } from "../lib/text.ts";

const Span = z.object({ offset: z.number(), length: z.number() });
const Block = z.object({
  type: z.string(),
  text: z.string().optional().catch(undefined),
  styles: z.array(Span.extend({ type: z.string() })).catch([]),
  links: z.array(Span.extend({ url: z.string() })).catch([]),
  urlEmbedId: z.string().optional().catch(undefined),
});
const Embeds = z.record(
  z.string(),
  z.object({ url: z.string().optional(), html: z.string().optional() }).catch({}),
);
const Article = z.object({ blocks: z.array(z.unknown()), urlEmbedMap: Embeds.catch({}) });
type Block = z.infer<typeof Block>;

/** @returns undefined if it is not an article */
export function htmlOfArticle(body: unknown): string | undefined {
  const article = Article.safeParse(body).data;
  if (article === undefined) return undefined;
  const { urlEmbedMap } = article;
  return article.blocks
    .map((one) => {
      const block = Block.safeParse(one).data;
      if (block === undefined) return "";
      const embed = urlEmbedMap[block.urlEmbedId ?? ""];
      if (embed?.url !== undefined) return `<p>${link(embed.url, htmlOfText(embed.url))}</p>`;
      if (embed?.html !== undefined) return embed.html;
      if (block.text === undefined) return "";
      if (block.text === "") return "<p><br></p>";
      const tag = block.type === "header" ? "h3" : "p";
      return `<${tag}>${inline(block)}</${tag}>`;
    })
    .join("");
}

const link = (url: string, html: string) => `<a href="${htmlOfText(url)}">${html}</a>`;

/** Offsets of styles and links are in UTF-16 units, and their ranges may overlap. */
function inline({ text = "", styles, links }: Block): string {
  const edges = [...styles, ...links].flatMap(({ offset, length }) => [offset, offset + length]);
  const cuts = [...new Set([0, ...edges, text.length])].filter((at) => at >= 0 && at <= text.length);
  cuts.sort((a, b) => a - b);
  return cuts
    .slice(0, -1)
    .map((start, at) => {
      const covers = (span: z.infer<typeof Span>) =>
        span.offset <= start && start < span.offset + span.length;
      let html = htmlOfText(text.slice(start, cuts[at + 1]));
      if (styles.some((style) => style.type === "bold" && covers(style))) html = `<strong>${html}</strong>`;
      const target = links.find(covers);
      return target === undefined ? html : link(target.url, html);
    })
    .join("");
}
