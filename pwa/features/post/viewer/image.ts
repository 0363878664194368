import type { ReactNode } from "react";

/** An image of a post, by its stored path. */
export interface ViewerImage {
  path: string;
  name: string;
}

/** What else can be done, as a button among the viewer's own; gets their class. */
export type ExtraTool = (className: string) => ReactNode;
