import { type QueryKey, useQueries } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { type MouseEvent, type RefObject, useEffect, useRef } from "react";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import button from "../../../ui/Button.module.css";
import { firstOffset, offsetText, shownOffsets } from "./list-start.ts";
import styles from "./MoreList.module.css";
import { PostGrid } from "./PostGrid.tsx";
import type { MoreListProps, PostListProps } from "./post-list-props.ts";
import type { ListedPost } from "./subject.ts";

/** Offsets of the first and the last page. */
interface Shown {
  first: number;
  last: number;
}

/** One list from the first loaded page to the page in the address, extended by two buttons. */
export function MoreList<T, K extends QueryKey>(props: MoreListProps<T, K>) {
  const { offset, count, label, list, isOwnPage = false, grid, selecting } = props;
  const navigate = useNavigate();
  const from = useRouterState({ select: ({ location }) => location.state.listFrom });
  const first = firstOffset(from, offset);
  const { posts, offsetOf, failed, isBusy, isEnd } = useShownPages(props, first);
  const box = useRef<HTMLDivElement>(null);
  const focusNew = useFocusNew(box, posts.length);

  const show = (place: Shown) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...before, o: offsetText(place.last) }),
      state: (before) => ({ ...before, listFrom: place.first }),
      replace: true,
      resetScroll: false,
    });
  const more = (event: MouseEvent) => {
    if (isBusy) return;
    if (event.detail === 0) focusNew(); // activated by keyboard
    show({ first, last: offset + PAGE_SIZE });
  };
  return (
    <div ref={box} className={styles.box}>
      {first === 0 ? null : (
        <button
          type="button"
          className={button.button}
          onClick={() => show({ first: Math.max(0, first - PAGE_SIZE), last: offset })}
        >
          {t("more.earlier")}
        </button>
      )}
      <PostGrid
        posts={posts}
        isStale={isBusy}
        list={
          list === undefined || isEmpty(list) ? {} : (post) => ({ ...list, o: offsetText(offsetOf(post)) })
        }
        isOwnPage={isOwnPage}
        selecting={selecting}
        {...grid}
      />
      <p className={styles.shown} role="status">
        {count === undefined
          ? t("more.shownOpen", { from: first + 1, to: first + posts.length })
          : t("more.shown", { from: first + 1, to: first + posts.length, count })}
      </p>
      {failed !== undefined && !isBusy ? (
        <Failure error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isEnd ? null : (
        <nav aria-label={label}>
          <button
            type="button"
            className={`${button.button} ${button.primary}`}
            aria-disabled={isBusy}
            data-load-more
            onClick={more}
          >
            {t(isBusy ? "more.loading" : "more.load")}
          </button>
        </nav>
      )}
    </div>
  );
}

/** Loads the pages from `first` to the one in the address. */
function useShownPages<T, K extends QueryKey>(props: PostListProps<T, K>, first: number) {
  const { pageAt, postsOf, offset, count } = props;
  const offsets = shownOffsets(first, offset);
  const pages = useQueries({
    queries: offsets.map((o) => ({ ...pageAt(offsetText(o)), placeholderData: undefined })),
  });
  const lists = pages.map(({ data }) => (data === undefined ? undefined : postsOf(data)));
  const last = lists.at(-1);
  const isFull = last === undefined || last.length >= PAGE_SIZE;
  return {
    ...joined(lists, offsets),
    failed: pages.find(({ error, data }) => error !== null && data === undefined),
    isBusy: pages.some(({ isFetching, data }) => isFetching && data === undefined),
    isEnd: !isFull || (last !== undefined && count !== undefined && offset + PAGE_SIZE >= count),
  };
}

const isEmpty = ({ q, tag, sort_by }: ListSearch) => (q ?? tag ?? sort_by) === undefined;

/** Joins pages without duplicates: posts imported meanwhile shift others to the next page. */
function joined(lists: (ListedPost[] | undefined)[], offsets: number[]) {
  const byKey = new Map<string, { post: ListedPost; offset: number }>();
  for (const [at, list] of lists.entries()) {
    for (const post of list ?? []) {
      const key = keyOf(post);
      if (!byKey.has(key)) byKey.set(key, { post, offset: offsets[at] ?? 0 });
    }
  }
  return {
    posts: [...byKey.values()].map(({ post }) => post),
    offsetOf: (post: ListedPost) => byKey.get(keyOf(post))?.offset ?? 0,
  };
}

const keyOf = ({ service, user, id }: ListedPost) => `${service}/${user}/${id}`;

/** Moves the focus to the first new post for keyboard users. */
function useFocusNew(box: RefObject<HTMLElement | null>, count: number): () => void {
  const after = useRef<number>(undefined);
  useEffect(() => {
    if (after.current === undefined || count <= after.current) return;
    const links = box.current?.querySelectorAll<HTMLElement>("li > article, li article");
    links?.[after.current]?.querySelector<HTMLElement>("a[href]")?.focus();
    after.current = undefined;
  }, [box, count]);
  return () => {
    after.current = box.current?.querySelectorAll("li article").length ?? count;
  };
}
