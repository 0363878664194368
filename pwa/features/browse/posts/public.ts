export { creatorPostsQuery, postsQuery } from "./api.ts";
export { useListStart } from "./list-start.ts";
export { offlinePosts } from "./offline-posts.tsx";
export { PostCard } from "./PostCard.tsx";
export { PostGrid, PostGridSkeleton } from "./PostGrid.tsx";
export { PostList } from "./PostList.tsx";
export { PostSearchForm } from "./PostSearchForm.tsx";
export { rangeText } from "./range.ts";
export { type ListedPost, subjectOf } from "./subject.ts";
