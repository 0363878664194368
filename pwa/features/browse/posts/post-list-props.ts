import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import type { ListSearch } from "../../../lib/list-search.ts";
import type { PostGridProps } from "./PostGrid.tsx";
import type { ListedPost } from "./subject.ts";

export interface PostListProps<T, K extends QueryKey> {
  /** The requested page; the first one shown of an extended list. */
  data: T;
  postsOf: (data: T) => ListedPost[];
  isStale?: boolean;
  /** Query of the page at this offset. */
  pageAt: (o: string | undefined) => UseQueryOptions<T, Error, T, K>;
  /** Offset in the address. */
  offset: number;
  /** Undefined if unknown. */
  count?: number | undefined;
  /** Label of the pagination. */
  label: string;
  /** The filtered list: the post page's Previous and Next follow it. */
  list?: ListSearch | undefined;
  isOwnPage?: boolean;
  /** Additions of search results. */
  grid?: Pick<PostGridProps, "extra" | "heading" | "wordsInImage" | "divider" | "tools"> | undefined;
}

/** Props of the list that grows. */
export type MoreListProps<T, K extends QueryKey> = PostListProps<T, K> & Pick<PostGridProps, "selecting">;
