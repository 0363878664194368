export { creatorPostsQuery, postsQuery } from "./api.ts";
export { devicePosts } from "./device-posts.tsx";
export { useListStart } from "./list-start.ts";
export { PostGrid, PostGridSkeleton } from "./PostGrid.tsx";
export { PostList } from "./PostList.tsx";
export { PostSearchForm } from "./PostSearchForm.tsx";
export { type ListedPost, subjectOf } from "./subject.ts";
