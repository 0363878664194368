import type { ReactNode } from "react";

/** An image of a post, by its stored path. */
export interface ViewerImage {
  path: string;
  name: string;
  /** Pixels; unset if not measured yet. */
  width?: number;
  height?: number;
}

/** Extra button in the viewer's toolbar; called with its class name. */
export type ExtraTool = (className: string) => ReactNode;
