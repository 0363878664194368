import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { PostGridSkeleton } from "../posts/PostGrid.tsx";

/** `/posts` with words or tags, loaded with the first search. */
export const SearchPage = lazyComponent(
  () => import("./SearchPage.tsx").then((file) => file.SearchPage),
  <PostGridSkeleton />,
);
