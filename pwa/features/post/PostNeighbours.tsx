import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { PostEnvelope } from "#shared/entities/post.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";
import type { PostParams } from "./api.ts";
import styles from "./PostNeighbours.module.css";

/** Newer and older post of the same creator, also on the arrow keys; greyed where there is none. */
export function PostNeighbours({ post, params }: { post: PostEnvelope["post"]; params: PostParams }) {
  const navigate = useNavigate();
  const { prev, next } = post;
  const { service, id } = params;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (target?.closest("input, select, textarea, video, audio, summary, [role=listbox]") != null) return;
      const neighbour = event.key === "ArrowLeft" ? prev : event.key === "ArrowRight" ? next : null;
      if (neighbour !== null)
        void navigate({ to: "/$service/user/$id/post/$post", params: { service, id, post: neighbour } });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate, service, id, prev, next]);
  return (
    <nav className={styles.nav} aria-label="Posts of this creator">
      <Neighbour label="Previous" post={prev} params={params} />
      <Neighbour label="Next" post={next} params={params} />
    </nav>
  );
}

function Neighbour({
  label,
  post,
  params,
}: {
  label: "Previous" | "Next";
  post: string | null;
  params: PostParams;
}) {
  const words = (
    <>
      {label === "Previous" ? <Icon name="previous" size={18} /> : null}
      {label}
      {label === "Next" ? <Icon name="next" size={18} /> : null}
    </>
  );
  if (post === null) {
    return (
      <span className={`${button.button} ${styles.off}`} aria-disabled="true">
        {words}
      </span>
    );
  }
  return (
    <Link
      to="/$service/user/$id/post/$post"
      params={{ service: params.service, id: params.id, post }}
      className={button.button}
    >
      {words}
    </Link>
  );
}
