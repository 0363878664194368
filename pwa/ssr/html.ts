/** HTML of posts in a drawn screen: cleaned as strictly as on its way into the archive, for there is no DOMPurify without a browser. */
import sanitize from "sanitize-html";
import { FILE_PATH } from "#shared/rules/files.ts";
import { isClosedDownload } from "../lib/content-links.ts";

const TAGS =
  "p br hr div span h1 h2 h3 h4 h5 h6 strong b em i u s del sub sup blockquote pre code ul ol li a img figure figcaption table thead tbody tr th td".split(
    " ",
  );
const OWN_IMAGE = /^\/(inline|data)\/(?!.*\.\.)[\w./-]+$/;

const OPTIONS: sanitize.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    a: ["href", "rel", "target"],
    img: ["src", "alt", "width", "height", "loading", "decoding"],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: {
    a: (tagName, { href = "" }) => {
      if (isClosedDownload(href)) return { tagName, attribs: {} };
      const isOurs = /^\/(?![/\\])/.test(href);
      const attribs: sanitize.Attributes = isOurs
        ? { href }
        : { href, rel: "noopener noreferrer nofollow", target: "_blank" };
      return { tagName, attribs };
    },
    img: (tagName, { src = "", alt = "", width, height }) => {
      const attribs: sanitize.Attributes = { alt, loading: "lazy", decoding: "async" };
      if (FILE_PATH.test(src)) attribs["src"] = `/data${src}`;
      else if (OWN_IMAGE.test(src)) attribs["src"] = src;
      if (/^\d{1,5}$/.test(width ?? "")) attribs["width"] = `${width}`;
      if (/^\d{1,5}$/.test(height ?? "")) attribs["height"] = `${height}`;
      return { tagName, attribs };
    },
  },
  textFilter: (text) => text.replaceAll('"', "&quot;"), // so that a quote always belongs to an attribute (worker.tsx)
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && attribs["src"] === undefined,
};

/** What `ui/Html.tsx` shows of it before the app is there. */
export function cleanHtml(html: string): string {
  return sanitize(html, OPTIONS);
}
