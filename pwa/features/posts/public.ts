export { creatorPostsQuery, postsQuery } from "./api.ts";
export { PostGrid, PostGridSkeleton } from "./PostGrid.tsx";
export { PostSearchForm } from "./PostSearchForm.tsx";
