import { Link } from "@tanstack/react-router";
import type { PostListItem } from "#shared/entities/post.ts";
import { formatNumber, t } from "../../i18n/index.ts";
import { cardImage, thumbnailAddress } from "../../lib/addresses.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import { plainText, postTitle } from "../../lib/text.ts";
import { DateText } from "../../ui/DateText.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import styles from "./PostCard.module.css";

export interface PostCardProps {
  post: PostListItem;
  isEager: boolean;
  /** The filtered list it stands in, if any. */
  list?: ListSearch | undefined;
}

/** One post of a list. */
export function PostCard({ post, isEager, list = {} }: PostCardProps) {
  const files = post.attachments.length + ("path" in post.file ? 1 : 0);
  return (
    <article className={styles.card}>
      <Link
        to="/$service/user/$id/post/$post"
        params={{ service: post.service, id: post.user, post: post.id }}
        search={list}
        className={styles.link}
      >
        <Picture post={post} isEager={isEager} />
        <h2 className={styles.title} dir="auto">
          {postTitle(post)}
        </h2>
      </Link>
      <p className={styles.meta}>
        <ServiceMark service={post.service} />
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
}

function Picture({ post, isEager }: { post: PostListItem; isEager: boolean }) {
  const image = cardImage(post);
  if (image === undefined) {
    return (
      <span className={styles.words} dir="auto" aria-hidden="true">
        {plainText(post.substring) || t("posts.noPreview")}
      </span>
    );
  }
  return (
    <span className={styles.picture}>
      <img
        src={thumbnailAddress(image.path, 360)}
        alt=""
        width={360}
        height={360}
        loading={isEager ? "eager" : "lazy"}
        decoding="async"
      />
    </span>
  );
}
