/** Makes the HTML of a chapter safe to show. */
import { linkAttributes } from "#shared/rules/content-links.ts";
import { BOOK_ID, cleanBook } from "../../../../lib/clean-html.ts";

/** Link to a chapter, see `ChapterText`. */
const IN_BOOK = /^#\d+(\/|$)/;
/** Attribute of an image until it is shown: its index in the list of images. */
const IMAGE = "data-book-image";

/** @returns sanitized content, which loads nothing */
export function safeChapter(written: string): DocumentFragment {
  const fragment = cleanBook(written);
  for (const image of fragment.querySelectorAll("img")) {
    const index = image.getAttribute("src") ?? "";
    // Before it is part of the page: no address that the book states is ever requested.
    image.removeAttribute("src");
    if (!/^\d{1,5}$/.test(index)) {
      image.remove();
      continue;
    }
    image.setAttribute(IMAGE, index);
    if (!image.hasAttribute("alt")) image.alt = "";
  }
  for (const link of fragment.querySelectorAll("a")) {
    const href = link.getAttribute("href") ?? "";
    link.removeAttribute("rel");
    if (IN_BOOK.test(href)) continue;
    const attributes = linkAttributes(href);
    // A path of this archive is no address that a book can mean.
    if (attributes["target"] === undefined) unwrap(link);
    else for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  }
  return fragment;
}

/** Keeps an element that is the target of links. */
function unwrap(link: HTMLAnchorElement): void {
  link.removeAttribute("href");
  if (link.id === "") link.replaceWith(...link.childNodes);
}

export function anchorIn(text: HTMLElement, anchor: string): Element | null {
  return text.querySelector(`[id="${CSS.escape(BOOK_ID + anchor)}"]`);
}

/**
 * Shows the images of a chapter from the book, one after another.
 * @param read returns the picture at a path; undefined for what browsers do not show
 * @returns a function that frees them
 */
export function showImages(
  text: HTMLElement,
  paths: readonly string[],
  read: (path: string) => Promise<Blob | undefined>,
): () => void {
  let isOver = false;
  const addresses: string[] = [];
  const show = async () => {
    for (const [at, path] of paths.entries()) {
      const images = [...text.querySelectorAll<HTMLImageElement>(`img[${IMAGE}="${at}"]`)];
      const blob = images.length === 0 ? undefined : await read(path).catch(() => undefined);
      if (isOver) return;
      if (blob === undefined) continue; // its text is shown
      const address = URL.createObjectURL(blob);
      addresses.push(address);
      for (const image of images) {
        image.decoding = "async";
        image.src = address;
      }
    }
  };
  void show();
  return () => {
    isOver = true;
    for (const address of addresses) URL.revokeObjectURL(address);
  };
}
