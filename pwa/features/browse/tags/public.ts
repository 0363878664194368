export { tagsQuery } from "./api.ts";
export { filterTags, type PreparedTag, prepareTags, similarFinder, wordFinder } from "./filter.ts";
export { TagList, TagListSkeleton } from "./TagList.tsx";
