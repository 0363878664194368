import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import type { PostParams } from "./api.ts";
import styles from "./PostHeader.module.css";
import { revisionLabel } from "./revision-label.ts";

const RevisionCompare = lazyComponent(() =>
  import("./RevisionCompare.tsx").then((file) => file.RevisionCompare),
);

type Revision = PostEnvelope["props"]["revisions"][number];

/** Selects a revision, the current one first; nothing if there is only one. */
export function RevisionChoice({ revisions, params }: { revisions: Revision[]; params: PostParams }) {
  const [isOpen, setIsOpen] = useState(false);
  if (revisions.length < 2) return null;
  return (
    <div className={styles.revision}>
      <RevisionSelect revisions={revisions} params={params} />
      <button type="button" className={styles.compare} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t("revisions.compare")}
      </button>
      {isOpen ? (
        <RevisionCompare revisions={revisions} shown={params.revision} onClose={() => setIsOpen(false)} />
      ) : null}
    </div>
  );
}

function RevisionSelect({ revisions, params }: { revisions: Revision[]; params: PostParams }) {
  const navigate = useNavigate();
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
            {revisionLabel(index, post)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Banner above an older revision, which otherwise looks like the current post. */
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
