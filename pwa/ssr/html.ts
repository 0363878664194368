/** Sanitizes HTML of posts on the server, with the same allowlist as import and browser; DOMPurify needs a browser. */
import sanitize from "sanitize-html";
import { ALLOWED_ATTRIBUTES, isPixels, SANITIZE_OPTIONS } from "#shared/rules/allowed-html.ts";
import { imageAddress, linkAttributes } from "#shared/rules/content-links.ts";

const OPTIONS: sanitize.IOptions = {
  ...SANITIZE_OPTIONS,
  allowedAttributes: {
    a: [...(ALLOWED_ATTRIBUTES["a"] ?? []), "target"],
    img: [...(ALLOWED_ATTRIBUTES["img"] ?? []), "loading", "decoding"],
  },
  transformTags: {
    a: (tagName, { href = "" }) => ({ tagName, attribs: linkAttributes(href) }),
    img: (tagName, { src = "", alt = "", width, height }) => {
      const attribs: sanitize.Attributes = { alt, loading: "lazy", decoding: "async" };
      const address = imageAddress(src);
      if (address !== undefined) attribs["src"] = address;
      if (isPixels(width)) attribs["width"] = width;
      if (isPixels(height)) attribs["height"] = height;
      return { tagName, attribs };
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && attribs["src"] === undefined,
};

/** Sanitizes HTML for `ui/Html.tsx` on the server. */
export function cleanHtml(html: string): string {
  return sanitize(html, OPTIONS);
}
