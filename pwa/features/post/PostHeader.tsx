import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import { iconAddress } from "../../lib/addresses.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import { MutedNote } from "../reading/mutes/MuteButton.tsx";
import type { PostParams } from "./api.ts";
import type { Neighbors } from "./neighbor.ts";
import styles from "./PostHeader.module.css";
import { NeighborSigns } from "./PostNeighbors.tsx";
import { RevisionBanner, RevisionChoice } from "./RevisionSelect.tsx";

export interface PostHeaderProps {
  envelope: PostEnvelope;
  params: PostParams;
  creator: string;
  /** Document title. */
  title: string;
  neighbors: Neighbors;
  /** Shown below the title. */
  children: ReactNode;
}

export function PostHeader({ envelope, params, creator, title, neighbors, children }: PostHeaderProps) {
  const { post, props } = envelope;
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <Link
          to="/$service/user/$id"
          params={{ service: params.service, id: params.id }}
          className={styles.creator}
        >
          <Avatar src={iconAddress(params.service, params.id)} name={creator} size={44} />
          <span>
            <span className={styles.name} dir="auto">
              {creator}
            </span>
            <span className={styles.service}>
              <ServiceMark service={params.service} />
            </span>
          </span>
        </Link>
        <NeighborSigns neighbors={neighbors} />
      </div>
      <PageHeading title={title} className={styles.title}>
        <span dir="auto">{post.title.trim() || t("post.untitled")}</span>
      </PageHeading>
      <RevisionBanner params={params} />
      {props.flagged === null ? null : (
        <p className={styles.flag}>
          {t("post.flagged", {
            reason: t("flags.reasonName", { value: props.flagged.replaceAll("-", "_") }),
          })}
        </p>
      )}
      <MutedNote creator={{ service: post.service, id: post.user, name: creator }} />
      {children}
    </header>
  );
}

/** Dates, revisions and tags. */
export function PostFacts({
  envelope: { post, props },
  params,
}: Pick<PostHeaderProps, "envelope" | "params">) {
  return (
    <div className={styles.header}>
      <div className={styles.facts}>
        <dl className={styles.dates}>
          <DateOf label={t("post.published")} iso={post.published} />
          <DateOf label={t("post.edited")} iso={post.edited} />
          <DateOf label={t("post.imported")} iso={post.added} />
        </dl>
        <RevisionChoice revisions={props.revisions} params={params} />
      </div>
      <Tags tags={post.tags ?? []} params={params} />
    </div>
  );
}

function DateOf({ label, iso }: { label: string; iso: string | null }) {
  if (iso === null) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <DateText iso={iso} />
      </dd>
    </div>
  );
}

function Tags({ tags, params }: { tags: string[]; params: PostParams }) {
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={t("post.tags")}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to="/$service/user/$id"
            params={{ service: params.service, id: params.id }}
            search={{ tag: [tag] }}
            className={styles.tag}
            dir="auto"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
