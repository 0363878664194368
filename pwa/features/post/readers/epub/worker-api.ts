/** Methods of the worker that reads EPUBs. */

export interface BookChapter {
  /** Title in the table of contents; undefined for parts that it does not list. */
  title?: string;
}

export interface BookEntry {
  title: string;
  /** Index of the chapter. */
  chapter: number;
  /** Id of the element in it. */
  anchor?: string;
  /** Level in the table of contents, from 0. */
  depth: number;
}

export interface Book {
  title: string;
  /** BCP 47; undefined if it states none. */
  language?: string;
  chapters: BookChapter[];
  contents: BookEntry[];
}

export interface ChapterText {
  /**
   * HTML as the book has it, to be sanitized. Sources of images are indexes in `images`; links within the book are
   * `#<chapter>` or `#<chapter>/<anchor>`.
   */
  html: string;
  /** Paths in the book. */
  images: string[];
  language?: string;
}

export interface EpubMethods {
  /** Fetches a book. @throws Error with the name of a ReaderFault */
  load: (address: string) => Promise<void>;
  /** Opens the fetched book. @throws Error with the name of a ReaderFault */
  open: () => Book;
  /** @throws Error if it cannot be read */
  chapter: (index: number) => ChapterText;
  /** Bytes of a picture that browsers show; undefined for all others. */
  image: (path: string) => Blob | undefined;
}
