import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import type { PostParams } from "./api.ts";
import type { Neighbor } from "./neighbor.ts";
import { useNeighbors } from "./neighbors.ts";
import styles from "./PostNeighbors.module.css";

/** Where arrow keys mean something else. */
const TAKEN = "input, select, textarea, video, audio, summary, dialog, [role=listbox], [role=slider]";

export interface PostNeighborsProps {
  post: PostEnvelope["post"];
  params: PostParams;
  /** The list one came from: filtered, or of all profiles of a person. */
  list: ListSearch;
}

/** Newer and older post, also on the arrow keys; greyed where there is none. */
export function PostNeighbors({ post, params, list }: PostNeighborsProps) {
  const navigate = useNavigate();
  const { previous, next, isOfList } = useNeighbors(post, params, list);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      if (target?.closest(TAKEN) != null || document.querySelector("dialog[open]") !== null) return;
      const to = event.key === "ArrowLeft" ? previous : event.key === "ArrowRight" ? next : undefined;
      if (to === undefined) return;
      void navigate({
        to: "/$service/user/$id/post/$post",
        params: to.params,
        search: to.search,
      });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate, previous, next]);
  return (
    <nav className={styles.nav} aria-label={t(isOfList ? "post.neighbors.list" : "post.neighbors")}>
      <NeighborLink to={previous}>
        <Icon name="previous" size={18} />
        {t("post.previous")}
      </NeighborLink>
      <NeighborLink to={next}>
        {t("post.next")}
        <Icon name="next" size={18} />
      </NeighborLink>
    </nav>
  );
}

interface NeighborLinkProps {
  to: Neighbor | undefined;
  children: ReactNode;
}

function NeighborLink({ to, children }: NeighborLinkProps) {
  if (to === undefined) {
    return (
      <span className={`${button.button} ${styles.off}`} aria-disabled="true">
        {children}
      </span>
    );
  }
  return (
    <Link to="/$service/user/$id/post/$post" params={to.params} search={to.search} className={button.button}>
      {children}
    </Link>
  );
}
