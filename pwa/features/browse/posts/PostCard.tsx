import { Link } from "@tanstack/react-router";
import { memo, type ReactNode } from "react";
import { cardImage } from "#shared/services/card-image.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { formatNumber, t } from "../../../i18n/initial.ts";
import { iconAddress, pictureSource } from "../../../lib/addresses.ts";
import { cardSize } from "../../../lib/card-size.ts";
import { useSavesData } from "../../../lib/data-saver.ts";
import type { ListSearch } from "../../../lib/list-search.ts";
import { wantsMotion } from "../../../lib/motion.ts";
import { postTitle } from "../../../lib/text.ts";
import type { SavedMark } from "../../../offline/library/saved-marks.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { markText } from "../../library/saved/SaveButton.tsx";
import { CoverSign } from "../../reading/content-warning/HiddenMedia.tsx";
import { useTextOnly } from "../../reading/content-warning/store.ts";
import { cardLook } from "../cards/cards.ts";
import styles from "./PostCard.module.css";
import type { ListedPost } from "./subject.ts";

export interface PostCardProps {
  post: ListedPost;
  /** Replaces the title. */
  heading?: ReactNode;
  isEager: boolean;
  /** The filtered list that contains the card, if any. */
  list?: ListSearch | undefined;
  /** The search that found words in an image of the post only. */
  wordsInImage?: string | undefined;
  isSeen?: boolean;
  /** Saved state on this device. */
  saved?: SavedMark | undefined;
  onMenu?: ((post: ListedPost) => void) | undefined;
}

/** One post of a list. Memoized, as lists grow step by step. */
export const PostCard = memo(function PostCard({
  post,
  heading,
  isEager,
  list,
  wordsInImage,
  isSeen = false,
  saved: mark,
  onMenu,
}: PostCardProps) {
  const saved = mark?.state === "listed" ? undefined : mark;
  const files = post.attachments.length + ("path" in post.file ? 1 : 0);
  return (
    <article className={styles.card} data-seen={isSeen || undefined}>
      <Link
        to="/$service/user/$id/post/$post"
        params={{ service: post.service, id: post.user, post: post.id }}
        search={list ?? {}}
        state={wordsInImage === undefined ? {} : { wordsInImage }}
        className={styles.link}
        viewTransition={wantsMotion()}
        onClick={({ currentTarget }) => markPicture(currentTarget)}
      >
        <Picture post={post} isEager={isEager} />
        <h2 className={styles.title} dir="auto">
          {heading ?? postTitle(post)}
        </h2>
      </Link>
      {isSeen || saved !== undefined ? (
        <span className={styles.badges}>
          {isSeen ? (
            <span className={styles.badge}>
              <Icon name="check" size={14} />
              {t("posts.seen")}
            </span>
          ) : null}
          {saved === undefined ? null : (
            <span className={styles.badge} data-saved={saved.state}>
              <Icon name="saved" size={14} />
              {markText(saved)}
            </span>
          )}
        </span>
      ) : null}
      {onMenu === undefined ? null : (
        <button
          type="button"
          className={styles.menu}
          aria-haspopup="dialog"
          aria-label={t("posts.menu", { title: postTitle(post) })}
          onClick={() => onMenu(post)}
        >
          <span>
            <Icon name="more" size={18} />
          </span>
        </button>
      )}
      <p className={styles.meta}>
        {post.creator_name === undefined ? (
          <ServiceMark service={post.service} />
        ) : (
          <Link
            to="/$service/user/$id"
            params={{ service: post.service, id: post.user }}
            className={styles.creator}
          >
            <Avatar src={iconAddress(post.service, post.user)} name={post.creator_name} size={32} />
            <span className={styles.by}>
              <span className={styles.name} dir="auto">
                {post.creator_name}
              </span>
              <ServiceMark service={post.service} />
            </span>
          </Link>
        )}
        <span className={styles.facts}>
          {post.published === null ? <span>{t("posts.noDate")}</span> : <DateText iso={post.published} />}
          {files > 0 ? (
            <span className={styles.files} title={t("posts.files", { count: files })}>
              <Icon name="files" size={14} />
              <span aria-hidden="true">{formatNumber(files)}</span>
              <span className="sr-only">{t("posts.files", { count: files })}</span>
            </span>
          ) : null}
        </span>
      </p>
    </article>
  );
});

let marked: HTMLElement | undefined;

/** The picture of a pressed card grows into the first one of the post, which has the same name (Files.module.css). */
function markPicture(card: HTMLElement): void {
  marked?.style.removeProperty("view-transition-name"); // of a card whose post has not come yet
  marked = card.querySelector("img") ?? undefined;
  marked?.style.setProperty("view-transition-name", "picture");
}

/** At least the width of a column, as in PostGrid.module.css. */
function widthOf(size: number, shape: "square" | "wide"): string {
  const column = size * (shape === "wide" ? 1.6 : 1);
  return `(max-width: 459px) max(45vw, ${column * 0.75}px), ${column}px`;
}

function Picture({ post, isEager }: { post: ListedPost; isEager: boolean }) {
  const isTextOnly = useTextOnly();
  const path = isTextOnly ? undefined : (cardImage(post)?.path ?? post.poster);
  const size = cardSize.use();
  const { shape } = cardLook.use();
  useSavesData();
  if (path === undefined) {
    return (
      <span className={styles.words} dir="auto" aria-hidden="true">
        {plainText(post.substring) || t("posts.noPreview")}
      </span>
    );
  }
  return (
    <span className={styles.picture} data-cover={post.service} data-color={post.color}>
      <img
        {...pictureSource(path, `${isEager ? "" : "auto, "}${widthOf(size, shape)}`, 180)}
        alt=""
        width={360}
        height={360}
        loading={isEager ? "eager" : "lazy"}
        fetchPriority={isEager ? "high" : "auto"}
        decoding="async"
      />
      <CoverSign service={post.service} label={t("list.mediaHidden")} />
    </span>
  );
}
