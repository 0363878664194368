import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { HttpError } from "../../api/errors.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { previewAddress } from "../../lib/addresses.ts";
import { useSavesData } from "../../lib/data-saver.ts";
import { offsetNumber } from "../../lib/list-search.ts";
import { isPrivate } from "../../lib/private-session.ts";
import { restoreScroll, scrollToHeight } from "../../lib/restore-scroll.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Html } from "../../ui/Html.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import { profileQuery } from "../browse/profile-api.ts";
import { CoverSign } from "../reading/content-warning/HiddenMedia.tsx";
import { useOffer } from "../reading/content-warning/prompt.ts";
import { useTextOnly } from "../reading/content-warning/store.ts";
import { noteVisit, reading } from "../reading/history/store.ts";
import { readingClass } from "../reading/reader/ReaderButton.tsx";
import { useOpenedMark } from "../reading/seen/actions.ts";
import { postQuery } from "./api.ts";
import styles from "./Continuous.module.css";
import { isOfDevice, type ListedKey, readQuery } from "./continuous-api.ts";
import { imagesIn, picturesOf } from "./images.ts";
import type { ReadSearch } from "./read-search.ts";
import { useViewer, VIEWER_ANCHOR } from "./viewer/use-viewer.tsx";

const UPDATE_INTERVAL_MS = 150;

/**
 * `/read`: continuous reading of a list, starting at the post in the address. The address follows the post in view.
 * Renders one post before it and two after; earlier posts become boxes of the same height.
 */
export function ContinuousPage({ search }: { search: ReadSearch }) {
  const { at, o, ...list } = search;
  const [start] = useState(() => offsetNumber(o));
  const [firstKey, setFirstKey] = useState(at);
  const [currentKey, setCurrentKey] = useState(at);
  const { data, error, refetch, hasNextPage, fetchNextPage, hasPreviousPage, fetchPreviousPage } =
    useInfiniteQuery(readQuery(list, start));
  const posts = eachOnce(data?.pages.flat() ?? []);
  const indexOfPost = (key: string | undefined) => posts.findIndex((post) => postKey(post) === key);
  // New posts may have moved it to the next page.
  const isStartMissing =
    at !== undefined && indexOfPost(firstKey) < 0 && data?.pages.length === 1 && hasNextPage;
  const isKnown = data !== undefined && !isStartMissing;
  const first = Math.max(0, indexOfPost(firstKey));
  const current = Math.max(first, indexOfPost(currentKey));
  const ahead = useSavesData() ? 1 : 2;
  const box = useRef<HTMLDivElement>(null);
  useInView(box, isKnown, setCurrentKey);
  useOffer([...new Set(posts.map(({ service }) => service))]);
  const isNearEnd = isStartMissing || current + ahead >= posts.length - 1;
  useEffect(() => {
    if (isNearEnd && hasNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, fetchNextPage]);
  const offset = isOfDevice(list) ? 0 : Number(data?.pageParams[0] ?? start) + current;
  useAddress(isKnown ? posts[current] : undefined, offset - (offset % PAGE_SIZE));

  const goBack = async () => {
    const known = first > 0 ? posts : ((await fetchPreviousPage()).data?.pages.flat() ?? []);
    const previous = known[known.findIndex((post) => postKey(post) === keyAt(posts, first)) - 1];
    if (previous === undefined) return;
    setFirstKey(postKey(previous));
    setCurrentKey(postKey(previous));
    scrollTo({ top: 0, behavior: "instant" });
  };
  const shown = isKnown ? posts.slice(first, current + ahead + 1) : [];
  return (
    <div className={page.page}>
      <PageHeading title={t("read.title")} />
      {posts.length === 0 && error !== null ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!isKnown && error === null ? (
        <div className={`${page.skeleton} ${styles.post}`} role="status" aria-label={t("posts.loading")} />
      ) : null}
      {isKnown && posts.length === 0 ? <EmptyState /> : null}
      {isKnown && (first > 0 || hasPreviousPage) ? (
        <button type="button" className={`${button.button} ${styles.previous}`} onClick={() => void goBack()}>
          {t("read.previous")}
        </button>
      ) : null}
      <div ref={box} className={styles.posts}>
        {shown.map((post, index) => (
          <ReadPost
            key={postKey(post)}
            post={post}
            isRendered={first + index >= current - 1}
            isCurrent={first + index === current && at === postKey(post)}
          />
        ))}
      </div>
      {isKnown && posts.length > 0 && first + shown.length === posts.length && !hasNextPage ? (
        <p className={page.note}>{t("read.end")}</p>
      ) : null}
    </div>
  );
}

const eachOnce = (posts: ListedKey[]) => [...new Map(posts.map((post) => [postKey(post), post])).values()];

function keyAt(posts: readonly ListedKey[], index: number): string | undefined {
  const post = posts[index];
  return post && postKey(post);
}

/** Scrolls to the start and tracks the post in view: the last one that starts in the upper third of the window. */
function useInView(
  box: RefObject<HTMLElement | null>,
  isKnown: boolean,
  onShow: (key: string | undefined) => void,
): void {
  useEffect(() => {
    if (!isKnown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const posts = [...(box.current?.children ?? [])] as HTMLElement[];
      const last = posts.findLast((post) => post.getBoundingClientRect().top < innerHeight / 3);
      onShow((last ?? posts[0])?.dataset["post"]);
    };
    const follow = () => {
      timer ??= setTimeout(look, UPDATE_INTERVAL_MS);
    };
    // After the router's scroll restoration: its position refers to posts that are not rendered.
    const frame = requestAnimationFrame(() => {
      restoreScroll(() => scrollToHeight(0));
      addEventListener("scroll", follow, { passive: true });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      removeEventListener("scroll", follow);
    };
  }, [box, isKnown, onShow]);
}

/**
 * Replaces the address, so that Back leaves the page and a reload returns to the same post.
 * @param page offset of its page
 */
function useAddress(post: ListedKey | undefined, page: number): void {
  const navigate = useNavigate();
  const key = post && postKey(post);
  useEffect(() => {
    if (key === undefined) return;
    void navigate({
      to: "/read",
      search: (before: object) => ({ ...before, at: key, o: page === 0 ? undefined : String(page) }),
      replace: true,
      resetScroll: false,
    });
  }, [navigate, key, page]);
}

interface ReadPostProps {
  post: ListedKey;
  isRendered: boolean;
  isCurrent: boolean;
}

/** A rendered post, or an empty box of its last height. */
function ReadPost({ post, isRendered, isCurrent }: ReadPostProps) {
  const article = useRef<HTMLElement>(null);
  const size = useRef<{ width: number; height: number }>(undefined);
  const { service, user, id } = post;
  const { data, error, refetch } = useQuery({
    ...postQuery({ service, id: user, post: id }),
    enabled: isRendered,
  });
  // Loaded first: the name above the text would shift it.
  const creator = useQuery({ ...profileQuery({ service, id: user }), enabled: isRendered, retry: false });
  const isFilled = isRendered && (data !== undefined || error !== null) && !creator.isPending;
  useEffect(() => {
    if (!isFilled || article.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize;
      if (height !== undefined) size.current = { width: innerWidth, height };
    });
    observer.observe(article.current);
    return () => observer.disconnect();
  }, [isFilled]);
  const { width, height } = size.current ?? {};
  // Keeps the height, so that its images shift nothing when rendered again.
  const style = isFilled ? { minHeight: width === innerWidth ? height : undefined } : { height };
  return (
    <article ref={article} className={styles.post} style={style} data-post={postKey(post)}>
      {isFilled && data !== undefined ? (
        <PostContent envelope={data} creator={creator.data?.name ?? user} isCurrent={isCurrent} />
      ) : null}
      {isFilled && data === undefined ? <Missing error={error} onRetry={() => void refetch()} /> : null}
    </article>
  );
}

/** Replaces a missing post; the others stay readable. */
function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof HttpError && error.isMissing)
    return <p className={page.note}>{t("errors.notFound")}</p>;
  return <Failure error={error} onRetry={onRetry} />;
}

function PostContent({
  envelope,
  creator,
  isCurrent,
}: {
  envelope: PostEnvelope;
  /** Name of the creator. */
  creator: string;
  isCurrent: boolean;
}) {
  const { post } = envelope;
  const { service, user, id } = post;
  const title = post.title.trim() || t("post.untitled");
  const all = imagesIn(picturesOf(envelope), post.content);
  const images = useTextOnly() ? [] : all;
  const viewer = useViewer(images, service);
  return (
    <>
      {isCurrent ? <Reading post={{ service, user, id }} title={title} picture={all[0]?.path} /> : null}
      <header className={styles.head}>
        <h2 dir="auto">
          <Link to="/$service/user/$id/post/$post" params={{ service, id: user, post: id }}>
            {title}
          </Link>
        </h2>
        <p className={styles.facts}>
          <Link to="/$service/user/$id" params={{ service, id: user }} className={styles.creator} dir="auto">
            {creator}
          </Link>
          <ServiceMark service={service} />
          {post.published === null ? null : <DateText iso={post.published} />}
        </p>
      </header>
      {plainText(post.content) === "" ? null : (
        <div data-cover-in={service}>
          <Html html={post.content} className={readingClass} onImage={viewer.open} />
        </div>
      )}
      {images.map(({ path, name }) => (
        <button
          key={path}
          type="button"
          className={styles.image}
          data-cover={service}
          aria-haspopup="dialog"
          aria-label={t("post.file.view", { label: name || title })}
          onClick={() => viewer.open(path)}
          {...{ [VIEWER_ANCHOR]: path }}
        >
          <img src={previewAddress(path, 800)} alt="" loading="lazy" decoding="async" />
          <CoverSign service={service} label={t("list.showMedia")} />
        </button>
      ))}
      {viewer.element}
    </>
  );
}

/** Marks the post in view as seen and stores it for "Continue". */
function Reading({ post, title, picture }: { post: ListedKey; title: string; picture: string | undefined }) {
  const { service, user, id } = post;
  const href = useRouterState({ select: ({ location }) => location.href });
  useOpenedMark(post);
  useEffect(() => {
    if (isPrivate()) return;
    const entry = { kind: "post", service, title } as const;
    noteVisit({
      ...entry,
      href: `/${service}/user/${encodeURIComponent(user)}/post/${encodeURIComponent(id)}`,
    });
    reading.set({ ...entry, href, picture, y: 0, at: Date.now() });
  }, [service, user, id, title, picture, href]);
  return null;
}
