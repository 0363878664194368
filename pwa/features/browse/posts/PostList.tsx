import type { QueryKey } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { listMode } from "../../../lib/list-mode.ts";
import type { Selection } from "../../../lib/selection.ts";
import { OpenPaginator, Paginator } from "../../../ui/Paginator.tsx";
import { moreList } from "./more-list.ts";
import { PostGrid } from "./PostGrid.tsx";
import type { PostListProps } from "./post-list-props.ts";

/** Posts in numbered pages, or in one list extended by a button, depending on the visitor's setting. */
export function PostList<T, K extends QueryKey>(props: PostListProps<T, K>) {
  const {
    data,
    postsOf,
    isStale = false,
    offset,
    count,
    label,
    list = {},
    isOwnPage = false,
    grid: more,
  } = props;
  const posts = postsOf(data);
  // Outlasts the grid, which the list that grows replaces once its code is loaded.
  const selecting = useState<Selection>();
  const all = { isOwnPage, selecting, ...more };
  const grid = <PostGrid posts={posts} isStale={isStale} list={list} {...all} />;
  const isMore = listMode.use() === "more";
  if (isMore) {
    const { Component } = moreList;
    return (
      <Suspense fallback={grid}>
        <Component {...props} selecting={selecting} />
      </Suspense>
    );
  }
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
