/** HTML of posts for feeds: what the app shows, with absolute addresses. */
import sanitize from "sanitize-html";
import {
  ALLOWED_ATTRIBUTES,
  isInternalPath,
  isPixels,
  SANITIZE_OPTIONS,
} from "#shared/rules/allowed-html.ts";
import { imageAddress, linkAttributes } from "#shared/rules/content-links.ts";

/**
 * Sanitizes HTML of a post.
 * @param fileUrl absolute URL of a file at `/data/…`
 */
export function feedHtml(html: string, origin: string, fileUrl: (path: string) => string): string {
  return sanitize(html, {
    ...SANITIZE_OPTIONS,
    allowedAttributes: ALLOWED_ATTRIBUTES,
    transformTags: {
      a: (tagName, { href: written = "" }) => {
        const { href } = linkAttributes(written);
        const attribs: sanitize.Attributes = {};
        if (href !== undefined) attribs["href"] = isInternalPath(href) ? `${origin}${href}` : href;
        return { tagName, attribs };
      },
      img: (tagName, { src = "", alt = "", width, height }) => {
        const attribs: sanitize.Attributes = { alt };
        const address = imageAddress(src);
        if (address !== undefined) attribs["src"] = fileUrl(address);
        if (isPixels(width)) attribs["width"] = width;
        if (isPixels(height)) attribs["height"] = height;
        return { tagName, attribs };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && attribs["src"] === undefined,
  });
}
