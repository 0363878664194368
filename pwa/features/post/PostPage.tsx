import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { isService, serviceInfo } from "#shared/services/index.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { iconAddress } from "../../lib/addresses.ts";
import { useHydrated } from "../../lib/environment.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import { NARROW, useMedia } from "../../lib/media-query.ts";
import { filesOfPost } from "../../offline/library/file-kinds.ts";
import { BelowFold } from "../../ui/Deferred.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Html } from "../../ui/Html.tsx";
import { NotFound } from "../../ui/NotFound.tsx";
import page from "../../ui/Page.module.css";
import { PartBoundary } from "../../ui/PartBoundary.tsx";
import { PostEmbed } from "../../ui/PostEmbed.tsx";
import { profileQuery } from "../browse/profile-api.ts";
import { CollectTool } from "../library/collections/CollectButton.tsx";
import { TakedownNote } from "../moderation/takedowns/TakedownNote.tsx";
import { isLongRead, minutesToRead, TEXT_PLACE } from "../reading/history/reading-time.ts";
import { useReadingProgress } from "../reading/history/use-reading-progress.ts";
import { ReaderButton, readingClass } from "../reading/reader/ReaderButton.tsx";
import { OwnedFiles, OwnedNote } from "../search/owned-files/OwnedFiles.tsx";
import { type PostParams, postQuery } from "./api.ts";
import { Chapters } from "./Chapters.tsx";
import { Comments } from "./Comments.tsx";
import { Downloads } from "./Downloads.tsx";
import { Files } from "./Files.tsx";
import { imagesIn, isGallery, type Picture, picturesOf } from "./images.ts";
import { FoundInImage } from "./in-images/lazy.ts";
import { useWordsInImage } from "./in-images/words-in-image.ts";
import { useNeighbors } from "./neighbors.ts";
import { PollCard } from "./PollCard.tsx";
import { PostActions } from "./PostActions.tsx";
import { PostFacts, PostHeader } from "./PostHeader.tsx";
import { PostNeighbors } from "./PostNeighbors.tsx";
import styles from "./PostPage.module.css";
import { ResumeReading } from "./ResumeReading.tsx";
import { RewardsNote } from "./RewardsNote.tsx";
import { Section } from "./Section.tsx";
import { savableOf } from "./savable.ts";
import { TranslateButton } from "./translation/lazy.ts";
import { useLanguage } from "./translation/use-language.ts";
import { Videos } from "./Videos.tsx";
import { useViewer } from "./viewer/use-viewer.tsx";

export interface PostPageProps {
  params: PostParams;
  /** The list the visitor came from: filtered, or all profiles of a person. */
  list?: ListSearch;
}

/** A post or one of its older revisions. */
export function PostPage({ params, list = {} }: PostPageProps) {
  const { data, error, refetch } = useQuery(postQuery(params));
  const { data: profile } = useQuery(profileQuery(params));
  const isNarrow = useMedia(NARROW);
  const images = useMemo(() => data && imagesOf(data), [data]);
  const neighbors = useNeighbors(data?.post, params, list);
  if (!isService(params.service)) return <NotFound />;
  if (error !== null && data === undefined)
    return (
      <div className={page.page}>
        <Failure error={error} isPage onRetry={() => void refetch()} />
        <TakedownNote service={params.service} user={params.id} post={params.post} isPage />
      </div>
    );
  if (data === undefined || images === undefined) return <PostSkeleton />;
  const creator = profile?.name ?? params.id;
  const facts = <PostFacts envelope={data} params={params} />;
  const actions = <PostActions envelope={data} creator={creator} />;
  const title = t("post.documentTitle", {
    title: data.post.title.trim() || t("post.untitled"),
    creator,
    service: serviceInfo(params.service).title,
  });
  return (
    <article className={styles.post}>
      <OwnedFiles files={filesOfPost(data.post)}>
        <PostHeader envelope={data} params={params} creator={creator} title={title} neighbors={neighbors}>
          {images.areFirst && isNarrow ? null : facts}
          {isNarrow ? null : actions}
        </PostHeader>
        <OwnedNote />
        <PostBody
          key={`${params.service}/${params.post}/${params.revision}`}
          envelope={data}
          images={images}
          creator={profile?.name}
          facts={images.areFirst && isNarrow ? facts : null}
        />
      </OwnedFiles>
      <BelowFold key={`${params.service}/${params.id}/${params.post}`}>
        <PostNeighbors neighbors={neighbors} />
        <div data-cover-in={params.service}>
          <Comments params={params} />
        </div>
      </BelowFold>
      {isNarrow ? actions : null}
    </article>
  );
}

interface Images {
  /** Files of the post. */
  files: Picture[];
  /** The post is mainly images, which come before its text. */
  areFirst: boolean;
}

function imagesOf(envelope: PostEnvelope): Images {
  const { content } = envelope.post;
  const files = picturesOf(envelope);
  return { files, areFirst: isGallery(imagesIn(files, content).length, plainText(content)) };
}

interface PostBodyProps {
  envelope: PostEnvelope;
  images: Images;
  creator: string | undefined;
  /** Shown below the images where they come first. */
  facts: ReactNode;
}

/** The sections of a post, in their fixed order. */
function PostBody({ envelope, images, creator, facts }: PostBodyProps) {
  const { post, videos, attachments, previews } = envelope;
  const shown = imagesIn(images.files, post.content);
  const title = post.title.trim() || t("post.untitled");
  const minutes = useMemo(() => minutesToRead(plainText(post.content, Infinity)), [post.content]);
  const place = useReadingProgress(
    { service: post.service, title, creator, picture: shown[0]?.path },
    minutes,
    (path) => viewer.open(path),
  );
  const viewer = useViewer(shown, post.service, place.onImage, (className) => (
    <CollectTool post={savableOf(envelope, creator)} className={className} />
  ));
  const words = useWordsInImage();
  const isHydrated = useHydrated();
  const from = { creator: creator ?? post.user, title, icon: iconAddress(post.service, post.user) };
  const hasText = plainText(post.content) !== "" || /<img/i.test(post.content);
  const isEmpty =
    !hasText &&
    attachments.length + previews.length === 0 &&
    post.poll === null &&
    post.embed.url === undefined;
  const files = (
    <Files service={post.service} images={images.files} title={post.title} onView={viewer.open} />
  );
  return (
    <>
      {words !== undefined && isHydrated ? (
        <FoundInImage words={words} images={shown} onOpen={viewer.open} />
      ) : null}
      <Videos
        service={post.service}
        from={from}
        videos={videos}
        attachments={attachments}
        captions={post.captions}
      />
      {images.areFirst ? files : null}
      {facts}
      <Downloads
        post={{ service: post.service, user: post.user, id: post.id }}
        from={from}
        attachments={attachments}
        videos={videos}
      />
      {post.incomplete_rewards === null ? null : <RewardsNote rewards={post.incomplete_rewards} />}
      {post.poll === null ? null : (
        <PartBoundary>
          <PollCard poll={post.poll} />
        </PartBoundary>
      )}
      {hasText ? <PostText key={post.content} post={post} minutes={minutes} onImage={viewer.open} /> : null}
      <BelowFold>
        <PartBoundary>
          <PostEmbed embed={post.embed} />
        </PartBoundary>
        {images.areFirst ? null : files}
      </BelowFold>
      {isEmpty ? <EmptyState message={t("post.empty")} /> : null}
      {viewer.element}
    </>
  );
}

/** Text of the post, in its own language or translated by the browser. */
function PostText({
  post,
  minutes,
  onImage,
}: {
  post: PostEnvelope["post"];
  minutes: number;
  onImage: (path: string) => void;
}) {
  const [translated, setTranslated] = useState<{ html: string; language: string }>();
  const language = useLanguage(plainText(post.content));
  const isLong = isLongRead(minutes);
  const isHydrated = useHydrated();
  const tools = (
    <>
      {language === undefined ? null : (
        <TranslateButton
          html={post.content}
          language={language}
          isTranslated={translated !== undefined}
          onChange={setTranslated}
        />
      )}
      {isLong && isHydrated ? <Chapters /> : null}
      <ReaderButton />
    </>
  );
  return (
    <Section
      title={t("post.content")}
      note={isLong ? t("post.minutes", { count: Math.round(minutes) }) : undefined}
      tool={tools}
    >
      <div
        data-cover-in={post.service}
        lang={translated?.language ?? language}
        className={isLong ? styles.longText : undefined}
        {...{ [TEXT_PLACE]: "" }}
      >
        <Html html={translated?.html ?? post.content} className={readingClass} onImage={onImage} />
      </div>
      {isLong ? <div className={styles.progress} aria-hidden="true" /> : null}
      {isLong && isHydrated ? <ResumeReading minutes={minutes} /> : null}
    </Section>
  );
}

function PostSkeleton() {
  return (
    <div className={styles.post} role="status" aria-label={t("post.loading")}>
      <div className={`${styles.ghostHead} ${page.skeleton}`} />
      <div className={`${styles.ghostBody} ${page.skeleton}`} />
    </div>
  );
}
