import { type Dispatch, Fragment, type ReactNode, type SetStateAction, useRef, useState } from "react";
import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../../i18n/initial.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { useProgressiveCount } from "../../../lib/progressive-list.ts";
import type { Selection } from "../../../lib/selection.ts";
import { postTitle } from "../../../lib/text.ts";
import { useSavedMarks } from "../../../offline/library/saved-marks.ts";
import { HiddenNote } from "../../../ui/HiddenNote.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import page from "../../../ui/Page.module.css";
import { ListTools } from "../../library/saved/ListTools.tsx";
import { MediaToggle } from "../../reading/content-warning/HiddenMedia.tsx";
import { useOffer } from "../../reading/content-warning/prompt.ts";
import { MutedItem } from "../../reading/mutes/MutedItem.tsx";
import { useMuting } from "../../reading/mutes/use-muting.ts";
import { useScrollMarks } from "../../reading/seen/use-scroll-marks.ts";
import { type SeenList, useSeenList } from "../../reading/seen/use-seen-list.ts";
import { PostCard } from "./PostCard.tsx";
import styles from "./PostGrid.module.css";
import { type ListedPost, subjectOf } from "./subject.ts";

const PostMenu = lazyComponent(() => import("./PostMenu.tsx").then((file) => file.PostMenu));
const PickBox = lazyComponent(() => import("./SelectionParts.tsx").then((file) => file.PickBox));
const SelectionBar = lazyComponent(() => import("./SelectionParts.tsx").then((file) => file.SelectionBar));
const EAGER = 6;
const SKELETONS = Array.from({ length: 12 }, (_, index) => index);

type SelectionState = readonly [Selection | undefined, Dispatch<SetStateAction<Selection | undefined>>];

export interface PostGridProps {
  posts: ListedPost[];
  isStale?: boolean;
  /** The creator's filtered list: the post page's Previous and Next follow it. */
  list?: ListSearch | ((post: ListedPost) => ListSearch);
  /** Ignores mutes of creators, on a creator's own page. */
  isOwnPage?: boolean;
  /** Shown below a card. */
  extra?: (post: ListedPost) => ReactNode;
  /** Replaces the title. */
  heading?: (post: ListedPost) => ReactNode;
  /** The search that found words in an image of the post only. */
  wordsInImage?: (post: ListedPost) => string | undefined;
  /** Item inserted before the first post that matches `isBefore`. */
  divider?: { isBefore: (post: ListedPost) => boolean; node: ReactNode } | undefined;
  /** First in the toolbar. */
  tools?: ReactNode;
  /** Hides the toolbar about seen posts and media. */
  isPlain?: boolean;
  /** Selection kept by the caller, for a grid that another one replaces. */
  selecting?: SelectionState | undefined;
}

export function PostGrid({
  posts,
  isStale = false,
  list,
  extra,
  heading,
  wordsInImage,
  divider,
  tools,
  isOwnPage = false,
  isPlain = false,
  selecting: kept,
}: PostGridProps) {
  const muting = useMuting(posts, subjectOf, isOwnPage);
  const marked = useSeenList(muting.rows.map(({ item }) => item));
  const reasons = new Map(muting.rows.map(({ item, reason }) => [item, reason]));
  const [menuOf, setMenuOf] = useState<ListedPost>();
  const own = useState<Selection>();
  const [selection, setSelection] = kept ?? own;
  const saved = useSavedMarks();
  const grid = useRef<HTMLUListElement>(null);
  const shown = isPlain ? marked.all : marked.rows;
  const count = useProgressiveCount(shown.length);
  const services = servicesOf(posts);
  useOffer(services);
  const listed: (ListedPost | undefined)[] = shown.map(({ post }) => post);
  const selecting = selection && {
    posts: shown.map(({ post }) => post),
    selection,
    onChange: setSelection,
  };
  const border = divider === undefined ? -1 : shown.findIndex(({ post }) => divider.isBefore(post));
  if (border >= 0) listed.splice(border, 0, undefined);
  useScrollMarks(grid, listed);
  return (
    <div className={styles.box}>
      {isPlain ? null : (
        <Tools marked={marked} services={services} count={muting.rows.length} isOwnPage={isOwnPage}>
          {tools}
        </Tools>
      )}
      {muting.count === 0 ? null : (
        <HiddenNote text={muting.text} isShown={muting.isShown} onToggle={muting.onToggle} />
      )}
      <ul
        ref={grid}
        className={styles.grid}
        aria-busy={isStale}
        data-selecting={selection === undefined ? undefined : true}
      >
        {shown.slice(0, count).map(({ post, seen }, index) => (
          <Fragment key={`${post.service}/${post.user}/${post.id}`}>
            {index === border ? divider?.node : null}
            <li>
              <MutedItem reason={reasons.get(post)} mode={muting.mode}>
                <PostCard
                  post={post}
                  heading={heading?.(post)}
                  wordsInImage={wordsInImage?.(post)}
                  isEager={index < EAGER}
                  list={typeof list === "function" ? list(post) : list}
                  isSeen={seen}
                  saved={saved.size === 0 ? undefined : saved.get(postKey(post))}
                  onMenu={setMenuOf}
                />
              </MutedItem>
              {selecting === undefined ? null : <PickBox post={post} {...selecting} />}
              {extra?.(post)}
            </li>
          </Fragment>
        ))}
      </ul>
      {menuOf === undefined ? null : (
        <PostMenu
          post={menuOf}
          onSelect={() => setSelection({ keys: new Set([postKey(menuOf)]), last: postKey(menuOf) })}
          onClose={() => setMenuOf(undefined)}
        />
      )}
      {selecting === undefined ? null : <SelectionBar {...selecting} />}
    </div>
  );
}

interface ToolsProps {
  marked: SeenList<ListedPost>;
  services: readonly string[];
  count: number;
  isOwnPage: boolean;
  children: ReactNode;
}

/** Toolbar: what the caller adds, seen posts, and media on or off. With additions one line that scrolls. */
function Tools({ marked, services, count, isOwnPage, children }: ToolsProps) {
  return (
    <div className={styles.tools} data-line={children === undefined ? undefined : ""}>
      {children}
      <button type="button" className={styles.tool} aria-pressed={marked.hides} onClick={marked.onHide}>
        {t("posts.hideSeen")}
      </button>
      {marked.seen === 0 ? null : (
        <span className={styles.seen}>{t("posts.seenCount", { seen: marked.seen, count })}</span>
      )}
      {marked.hidden === 0 ? null : (
        <HiddenNote
          text={t("posts.seenHidden", { count: marked.hidden })}
          isShown={marked.isShown}
          onToggle={marked.onToggle}
        />
      )}
      <ListTools
        posts={marked.rows.map(({ post }) => ({ ...post, title: postTitle(post) }))}
        isOwnPage={isOwnPage}
        className={styles.tool ?? ""}
      />
      {services.length === 0 ? null : <MediaToggle services={services} isList />}
    </div>
  );
}

function servicesOf(posts: readonly ListedPost[]): string[] {
  const withFiles = posts.filter(({ file, attachments }) => "path" in file || attachments.length > 0);
  return [...new Set(withFiles.map(({ service }) => service))];
}

/** Placeholder with the same layout, so that nothing shifts when posts load. */
export function PostGridSkeleton({ isPlain = false }: { isPlain?: boolean }) {
  return (
    <div className={styles.box}>
      {isPlain ? null : <div className={styles.tools} />}
      <div className={styles.grid} role="status" aria-label={t("posts.loading")}>
        {SKELETONS.map((index) => (
          <div key={index} className={`${styles.empty} ${page.skeleton}`} />
        ))}
      </div>
    </div>
  );
}
