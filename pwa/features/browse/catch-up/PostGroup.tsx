import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { NewPost } from "#shared/entities/favorite.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../../i18n/index.ts";
import { iconAddress } from "../../../lib/addresses.ts";
import { useSavedMarks } from "../../../offline/library/saved-marks.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import page from "../../../ui/Page.module.css";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { useSeenList } from "../../reading/seen/use-seen-list.ts";
import { PostCard } from "../posts/PostCard.tsx";
import styles from "./CatchUp.module.css";

/** Number of posts shown in a collapsed group. */
const COLLAPSED_COUNT = 6;
const EAGER = 6;

interface GroupProps {
  posts: readonly NewPost[];
  isFirst: boolean;
  /** True if the group is complete. */
  isWhole: boolean;
}

/** New posts of a favorite creator. */
export function CreatorGroup({ name, ...group }: GroupProps & { name: string | undefined }) {
  const [{ service = "", user: id = "" } = {}] = group.posts;
  return (
    <PostGroup {...group}>
      <Avatar src={iconAddress(service, id)} name={name ?? id} size={40} />
      <h2>
        <Link to="/$service/user/$id" params={{ service, id }} dir="auto">
          {name ?? id}
        </Link>
      </h2>
      <ServiceMark service={service} />
    </PostGroup>
  );
}

/** New posts of a saved search. */
export function SearchGroup({ q, ...group }: GroupProps & { q: string }) {
  return (
    <PostGroup {...group}>
      <Icon name="search" size={24} />
      <h2>
        <Link to="/posts" search={{ q }}>
          <bdi>{q}</bdi>
        </Link>
      </h2>
      <span className={page.note}>{t("savedSearches.saved")}</span>
    </PostGroup>
  );
}

function PostGroup({ posts, isFirst, isWhole, children }: GroupProps & { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const saved = useSavedMarks();
  const { all } = useSeenList(isOpen ? posts : posts.slice(0, COLLAPSED_COUNT));
  return (
    <section className={styles.group}>
      <header className={styles.head}>
        {children}
        {isWhole ? <span className={page.note}>{t("saved.newPosts", { count: posts.length })}</span> : null}
      </header>
      <ul className={styles.posts}>
        {all.map(({ post, seen }, index) => (
          <li key={postKey(post)}>
            <PostCard
              post={post}
              isEager={isFirst && index < EAGER}
              isSeen={seen}
              saved={saved.get(postKey(post))}
            />
          </li>
        ))}
      </ul>
      {isOpen || posts.length <= COLLAPSED_COUNT ? null : (
        <button type="button" className={button.button} onClick={() => setIsOpen(true)}>
          {t("catchUp.showAll", { count: posts.length })}
        </button>
      )}
    </section>
  );
}
