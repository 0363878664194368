import type { QueryKey } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { useHydrated } from "../../lib/environment.ts";
import { listMode } from "../../lib/list-mode.ts";
import { OpenPaginator, Paginator } from "../../ui/Paginator.tsx";
import type { MoreList as MoreListType } from "./MoreList.tsx";
import { PostGrid } from "./PostGrid.tsx";
import type { PostListProps } from "./post-list-props.ts";

const MoreList = lazy(() =>
  import("./MoreList.tsx").then((file) => ({ default: file.MoreList })),
) as unknown as typeof MoreListType;

/** Posts in numbered pages or, as the visitor chose, in one list that a button makes longer. */
export function PostList<T, K extends QueryKey>(props: PostListProps<T, K>) {
  const { data, postsOf, isStale = false, offset, count, label, list = {}, isOwnPage = false } = props;
  const posts = postsOf(data);
  const grid = <PostGrid posts={posts} isStale={isStale} list={list} isOwnPage={isOwnPage} />;
  const isMore = listMode.use() === "more";
  const isHydrated = useHydrated();
  if (isMore && !isHydrated) return grid;
  if (isMore)
    return (
      <Suspense fallback={grid}>
        <MoreList {...props} />
      </Suspense>
    );
  return (
    <>
      {grid}
      {count === undefined ? (
        <OpenPaginator offset={offset} isFull={posts.length === PAGE_SIZE} label={label} />
      ) : (
        <Paginator offset={offset} count={count} label={label} />
      )}
    </>
  );
}
