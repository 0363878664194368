import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import type { ListSearch } from "../../../lib/list-search.ts";
import type { PostGridProps } from "./PostGrid.tsx";
import type { ListedPost } from "./subject.ts";

export interface PostListProps<T, K extends QueryKey> {
  /** The page asked for; of a list that grows, the first one shown. */
  data: T;
  postsOf: (data: T) => ListedPost[];
  isStale?: boolean;
  /** The page with this offset, as the address has it. */
  pageAt: (o: string | undefined) => UseQueryOptions<T, Error, T, K>;
  /** Of the address. */
  offset: number;
  /** Left out where unknown. */
  count?: number | undefined;
  /** Of the pages. */
  label: string;
  /** The filtered list: the post page's Previous and Next follow it. */
  list?: ListSearch | undefined;
  isOwnPage?: boolean;
  /** What a search shows besides. */
  grid?: Pick<PostGridProps, "extra" | "heading" | "divider"> | undefined;
}
