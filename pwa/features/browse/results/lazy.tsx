import { later } from "../../../ui/later.tsx";
import { PostGridSkeleton } from "../posts/PostGrid.tsx";

/** `/posts` with words or tags, loaded with the first search. */
export const SearchPage = later(
  () => import("./SearchPage.tsx").then((file) => file.SearchPage),
  <PostGridSkeleton />,
);
