import { Link, useNavigate } from "@tanstack/react-router";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import { dayAndTime } from "../../lib/dates.ts";
import type { PostParams } from "./api.ts";
import styles from "./PostHeader.module.css";

type Revision = PostEnvelope["props"]["revisions"][number];

/** The versions of a post, the current one first; absent where there is only one. */
export function RevisionSelect({ revisions, params }: { revisions: Revision[]; params: PostParams }) {
  const navigate = useNavigate();
  if (revisions.length < 2) return null;
  const open = (revision: string) => {
    const post = { service: params.service, id: params.id, post: params.post };
    if (revision === "") void navigate({ to: "/$service/user/$id/post/$post", params: post });
    else
      void navigate({
        to: "/$service/user/$id/post/$post/revision/$revision",
        params: { ...post, revision },
      });
  };
  return (
    <label className={styles.revision}>
      {t("post.revision")}
      <select
        className={styles.revisions}
        value={params.revision ?? ""}
        onChange={(event) => open(event.target.value)}
      >
        {revisions.map(([index, post]) => (
          <option key={index} value={"revision_id" in post ? String(post.revision_id) : ""}>
            {labelOf(index, post)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Above an older revision, which looks like the post otherwise. */
export function RevisionBanner({ params }: { params: PostParams }) {
  if (params.revision === undefined) return null;
  const { service, id, post } = params;
  return (
    <p className={styles.banner}>
      {t("post.revision.banner")}{" "}
      <Link to="/$service/user/$id/post/$post" params={{ service, id, post }}>
        {t("post.revision.toCurrent")}
      </Link>
    </p>
  );
}

function labelOf(index: number, post: Revision[1]): string {
  const date = post.edited ?? post.added ?? post.published;
  const when = date === null ? t("post.noDate") : dayAndTime(date).slice(0, 16);
  return "revision_id" in post
    ? t("post.revision.numbered", { number: index + 1, when })
    : t("post.revision.current", { when });
}
