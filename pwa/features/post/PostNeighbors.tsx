import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect } from "react";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import type { Neighbor, Neighbors } from "./neighbor.ts";
import styles from "./PostNeighbors.module.css";

/** Elements that use the arrow keys themselves. */
const TAKEN = "input, select, textarea, video, audio, summary, dialog, [role=listbox], [role=slider]";

export interface PostNeighborsProps {
  neighbors: Neighbors;
}

/** Links to the newer and older post, also by arrow keys; disabled if there is none. */
export function PostNeighbors({ neighbors }: PostNeighborsProps) {
  const navigate = useNavigate();
  const { previous, next, isOfList } = neighbors;
  // In a layout effect, as keys may be pressed as soon as the links are shown.
  useLayoutEffect(() => {
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
        <Words turn={t("post.previous")} to={previous} />
      </NeighborLink>
      <NeighborLink to={next}>
        <Words turn={t("post.next")} to={next} />
        <Icon name="next" size={18} />
      </NeighborLink>
    </nav>
  );
}

/** The same links as icons beside the creator. */
export function NeighborSigns({ neighbors: { previous, next } }: PostNeighborsProps) {
  if (previous === undefined && next === undefined) return null;
  return (
    <nav className={styles.signs} aria-label={t("post.neighbors.signs")}>
      <NeighborLink to={previous} sign={t("post.previous")}>
        <Icon name="previous" size={22} />
      </NeighborLink>
      <NeighborLink to={next} sign={t("post.next")}>
        <Icon name="next" size={22} />
      </NeighborLink>
    </nav>
  );
}

function Words({ turn, to }: { turn: string; to: Neighbor | undefined }) {
  return (
    <span className={styles.words}>
      <span>{turn}</span>
      {to?.title === undefined ? null : (
        <span className={styles.title} dir="auto">
          {to.title}
        </span>
      )}
    </span>
  );
}

interface NeighborLinkProps {
  to: Neighbor | undefined;
  /** Accessible name of an icon without text. */
  sign?: string;
  children: ReactNode;
}

function NeighborLink({ to, sign, children }: NeighborLinkProps) {
  const look = sign === undefined ? button.button : button.icon;
  if (to === undefined) {
    return (
      <span className={`${look} ${styles.off}`} aria-disabled="true">
        {children}
      </span>
    );
  }
  return (
    <Link
      to="/$service/user/$id/post/$post"
      params={to.params}
      search={to.search}
      className={look}
      aria-label={sign === undefined ? undefined : named(sign, to.title)}
      title={sign === undefined ? undefined : named(sign, to.title)}
    >
      {children}
    </Link>
  );
}

const named = (sign: string, title: string | undefined) =>
  title === undefined ? sign : t("post.neighbors.titled", { turn: sign, title });
