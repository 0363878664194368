/** An image of a post, by its stored path. */
export interface ViewerImage {
  path: string;
  name: string;
}
