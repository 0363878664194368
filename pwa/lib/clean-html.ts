/** Sanitizes third-party HTML in the browser, again, regardless of the server (pwa/ssr/html.ts has the same allowlist). */
import DOMPurify, { type Config } from "dompurify";
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, TAGS_WITHOUT_CONTENT } from "#shared/rules/allowed-html.ts";

const OPTIONS: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS,
  ALLOWED_ATTR: [], // attributes are allowed per element, below
  ADD_ATTR: (name, tag) => ALLOWED_ATTRIBUTES[tag]?.includes(name) === true,
  ADD_FORBID_CONTENTS: TAGS_WITHOUT_CONTENT,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/** Start of ids in books: by their own names they could stand for properties of the page. */
export const BOOK_ID = "user-content-";

/** For chapters of books, which also have targets of links, and parts in other languages. */
const OF_BOOKS: typeof OPTIONS = {
  ...OPTIONS,
  ADD_ATTR: (name, tag) =>
    name === "id" || name === "lang" || name === "dir" || ALLOWED_ATTRIBUTES[tag]?.includes(name) === true,
  SANITIZE_NAMED_PROPS: true,
};

/** Content before a `<frameset>` keeps it from replacing the body, without which DOMPurify returns null. */
const GUARD = "<br>";

export const cleanHtml = (html: string): DocumentFragment => clean(html, OPTIONS);

/** Ids begin with `BOOK_ID`. */
export const cleanBook = (html: string): DocumentFragment => clean(html, OF_BOOKS);

function clean(html: string, options: typeof OPTIONS): DocumentFragment {
  const fragment = DOMPurify.sanitize(GUARD + html, options) as DocumentFragment | null;
  if (fragment === null) return document.createDocumentFragment();
  fragment.firstChild?.remove();
  return fragment;
}

/** TrustedHTML, as the policy requires; React's types allow only strings. */
export const emptyHtml = (): string =>
  DOMPurify.sanitize("", { RETURN_TRUSTED_TYPE: true }) as unknown as string;
