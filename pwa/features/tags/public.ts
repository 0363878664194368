export { TagList, TagListSkeleton } from "./TagList.tsx";
