/** Interface of the worker that hashes pictures. */

export interface Picture {
  /** Pixels as it is shown. */
  width: number;
  height: number;
  /** PDQ hash: 64 hex digits; undefined if there is too little in the picture. */
  pdq: string | undefined;
  /** PDQ hashes of the picture without its frame, if it has one, of what it may be cut out of, then rotated and mirrored. */
  changed: string[];
}

export interface PictureMethods {
  /** @returns undefined if the browser cannot decode the file */
  hash: (file: Blob) => Promise<Picture | undefined>;
}
