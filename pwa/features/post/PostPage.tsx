import { useQuery } from "@tanstack/react-query";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { isService, paysite } from "#shared/paysites/index.ts";
import { Failure } from "../../api/Failure.tsx";
import { plainText, postPageTitle } from "../../lib/text.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Html } from "../../ui/Html.tsx";
import { NotFound } from "../../ui/NotFound.tsx";
import page from "../../ui/Page.module.css";
import { profileQuery } from "../creators/public.ts";
import { type PostParams, postQuery } from "./api.ts";
import { Comments } from "./Comments.tsx";
import { Downloads } from "./Downloads.tsx";
import { EmbedCard } from "./EmbedCard.tsx";
import { Files } from "./Files.tsx";
import { PollCard } from "./PollCard.tsx";
import { PostHeader } from "./PostHeader.tsx";
import { PostNeighbours } from "./PostNeighbours.tsx";
import styles from "./PostPage.module.css";
import { RewardsNote } from "./RewardsNote.tsx";
import { Section } from "./Section.tsx";
import { Videos } from "./Videos.tsx";

/** A post or one of its former versions. */
export function PostPage({ params }: { params: PostParams }) {
  const { data, error, refetch } = useQuery(postQuery(params));
  const { data: profile } = useQuery(profileQuery(params));
  if (!isService(params.service)) return <NotFound />;
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <PostSkeleton />;
  const creator = profile?.name ?? params.id;
  const title = postPageTitle(data.post.title, creator, paysite(params.service).title);
  return (
    <article className={styles.post}>
      <PostHeader envelope={data} params={params} creator={creator} title={title} />
      <PostBody key={`${params.post}/${params.revision}`} envelope={data} />
      <PostNeighbours post={data.post} params={params} />
      <Comments params={params} />
    </article>
  );
}

/** The sections, in the order of spec section 2. */
function PostBody({ envelope }: { envelope: PostEnvelope }) {
  const { post, videos, attachments, previews } = envelope;
  const hasText = plainText(post.content) !== "" || /<img/i.test(post.content);
  const isEmpty =
    !hasText &&
    attachments.length + previews.length === 0 &&
    post.poll === null &&
    post.embed.url === undefined;
  return (
    <>
      {post.incomplete_rewards === null ? null : <RewardsNote rewards={post.incomplete_rewards} />}
      <Videos videos={videos} />
      <Downloads service={post.service} attachments={attachments} />
      {post.poll === null ? null : <PollCard poll={post.poll} />}
      {hasText ? (
        <Section title="Content">
          <Html html={post.content} />
        </Section>
      ) : null}
      <EmbedCard embed={post.embed} />
      <Files previews={previews} title={post.title} />
      {isEmpty ? <EmptyState message="This post has neither text nor files." /> : null}
    </>
  );
}

function PostSkeleton() {
  return (
    <div className={styles.post} role="status" aria-label="Loading the post">
      <div className={`${styles.ghostHead} ${page.skeleton}`} />
      <div className={`${styles.ghostBody} ${page.skeleton}`} />
    </div>
  );
}
