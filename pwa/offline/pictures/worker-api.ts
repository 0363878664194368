/** Interface of the worker that hashes pictures. */

export interface Picture {
  /** Pixels as it is shown. */
  width: number;
  height: number;
  /** PDQ hash: 64 hex digits; undefined if there is too little in the picture. */
  pdq: string | undefined;
}

export interface PictureMethods {
  /** @returns undefined if the browser cannot decode the file */
  hash: (file: Blob) => Promise<Picture | undefined>;
  /**
   * PDQ hashes of what the picture may be a changed copy of: without its frame, if it has one, with its edges moved, rotated
   * and mirrored.
   */
  hashChanged: (file: Blob) => Promise<string[]>;
}
