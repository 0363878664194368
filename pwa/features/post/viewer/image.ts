import type { ReactNode } from "react";

/** An image of a post, or a page of an album. */
export interface ViewerImage {
  /** Stored path, or that of a file inside an archive file (`entryPath`). */
  path: string;
  name: string;
  /** Pixels; unset if not measured yet. */
  width?: number;
  height?: number;
}

/** Extra button in the viewer's toolbar; called with its class name. */
export type ExtraTool = (className: string) => ReactNode;
