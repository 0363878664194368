import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Comment, PostEnvelope } from "#shared/entities/post.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import { isAllowed } from "#shared/rules/roles.ts";
import { postUrl } from "#shared/services/addresses.ts";
import { t } from "../../i18n/index.ts";
import { site } from "../../lib/site.ts";
import button from "../../ui/Button.module.css";
import { OutOfView } from "../../ui/Deferred.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { PopoverMenu } from "../../ui/PopoverMenu.tsx";
import { ServiceLink } from "../../ui/ServiceLink.tsx";
import { CopyLinkButton, ShareButton } from "../../ui/ShareLink.tsx";
import { role } from "../account/device.ts";
import { GuestLinkButton } from "../account/guest-links/lazy.tsx";
import { FavoriteButton } from "../favorites/FavoriteButton.tsx";
import { CollectButton } from "../library/collections/CollectButton.tsx";
import { SaveButton } from "../library/saved/SaveButton.tsx";
import { useVerifiedCopy } from "../library/saved/use-verified-copy.ts";
import { ZipButton } from "../library/zip/ZipButton.tsx";
import { TakeDownLink } from "../moderation/takedowns/TakeDownLink.tsx";
import { MediaToggle } from "../reading/content-warning/HiddenMedia.tsx";
import { useOffer } from "../reading/content-warning/prompt.ts";
import { MuteCreatorButton } from "../reading/mutes/MuteButton.tsx";
import { TagMutes } from "../reading/mutes/TagMutes.tsx";
import { useOpenedMark } from "../reading/seen/actions.ts";
import { SeenButton } from "../reading/seen/SeenButton.tsx";
import { commentsQuery, type PostParams } from "./api.ts";
import { FlagButton } from "./flags/FlagButton.tsx";
import { picturesOf } from "./images.ts";
import styles from "./PostActions.module.css";
import { savableOf } from "./savable.ts";

const HideButton = lazyComponent(() =>
  import("../moderation/hiding/HideButton.tsx").then((file) => file.HideButton),
);

const RateButton = lazyComponent(() =>
  import("../moderation/ratings/RateButton.tsx").then((file) => file.RateButton),
);

/** Actions on a post, its creator, tags and media; on phones in a bar at the bottom. Marks the post as seen when rendered. */
export function PostActions({ envelope, creator }: { envelope: PostEnvelope; creator: string }) {
  const { post, videos } = envelope;
  const { service, user, id } = post;
  const services =
    envelope.previews.length + picturesOf(envelope).length + videos.length > 0 || /<img/i.test(post.content)
      ? [service]
      : [];
  const client = useQueryClient();
  const comments = () => commentsOf(client, { service, id: user, post: id });
  useOpenedMark({ service, user, id });
  useVerifiedCopy(postKey({ service, user, id }));
  useOffer(services);
  const ownRole = role.use();
  const isModerator = isAllowed("moderator", ownRole);
  const isAdministrator = isAllowed("administrator", ownRole);
  const canRate = isAdministrator && site().access === "members";
  const title = post.title.trim() || t("post.untitled");
  const path = addressOf(post);
  const muted = { service, id: user, name: creator };
  return (
    <div className={styles.actions} data-dock="">
      <FavoriteButton target={{ service, user, post: id }} name={title} />
      <SaveButton post={savableOf(envelope, creator)} />
      <ShareButton path={path} title={title} />
      {services.length === 0 ? null : (
        <span>
          <MediaToggle services={services} isList />
        </span>
      )}
      <PopoverMenu label={t("share.more")} className={`${button.button} ${styles.more}`}>
        <OutOfView>
          <CopyLinkButton path={path} />
          <GuestLinkButton target={{ service, user, post: id }} />
          <OriginalLink post={post} />
          <ZipButton envelope={envelope} creator={creator} comments={comments} />
          <CollectButton post={savableOf(envelope, creator)} />
          <SeenButton post={{ service, user, id }} />
          <FlagButton post={{ service, user, id }} flagged={envelope.props.flagged} />
          <MuteCreatorButton creator={muted} />
          <TagMutes tags={post.tags ?? []} />
          {isModerator ? <HideButton target={{ service, user, post: id }} name={title} /> : null}
          {canRate ? <RateButton target={{ service, user, post: id }} /> : null}
          {isAdministrator ? <TakeDownLink address={addressOf(post)} /> : null}
        </OutOfView>
      </PopoverMenu>
    </div>
  );
}

/** Address of the post, or of the older revision in view. */
function addressOf(post: PostEnvelope["post"]): string {
  const path = `/${post.service}/user/${encodeURIComponent(post.user)}/post/${encodeURIComponent(post.id)}`;
  return "revision_id" in post ? `${path}/revision/${post.revision_id}` : path;
}

/** Link to the post on its service. */
function OriginalLink({ post }: { post: PostEnvelope["post"] }) {
  const href = postUrl(post.service, post.user, post.id);
  if (href === undefined) return null;
  return <ServiceLink href={href} service={post.service} label="post.original" />;
}

/** Loads comments from the server, or else from the device. @throws if both fail */
async function commentsOf(client: QueryClient, params: PostParams): Promise<Comment[]> {
  const query = commentsQuery(params);
  try {
    return await client.ensureQueryData(query);
  } catch (error) {
    const copy = client.getQueryData(query.queryKey);
    if (copy === undefined) throw error;
    return copy;
  }
}
