import { useQuery } from "@tanstack/react-query";
import type { PostListItem } from "#shared/entities/post.ts";
import { t } from "../../../i18n/index.ts";
import { postTitle } from "../../../lib/text.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { OpenMenu } from "../../../ui/PopoverMenu.tsx";
import { CollectButton } from "../../library/collections/CollectButton.tsx";
import { SaveButton } from "../../library/saved/SaveButton.tsx";
import { MuteCreatorButton } from "../../reading/mutes/MuteButton.tsx";
import { SeenButton } from "../../reading/seen/SeenButton.tsx";
import { profileQuery } from "../profile-api.ts";

export interface PostMenuProps {
  post: PostListItem;
  /** Starts selection mode with this post. */
  onSelect: () => void;
  onClose: () => void;
}

/** Menu of actions on a post. */
export function PostMenu({ post, onSelect, onClose }: PostMenuProps) {
  const creator = { service: post.service, id: post.user };
  const { data } = useQuery({ ...profileQuery(creator), retry: false });
  return (
    <OpenMenu label={postTitle(post)} onClose={onClose}>
      <SaveButton
        post={{
          ...post,
          title: postTitle(post),
          ...(data === undefined ? {} : { creatorName: data.name }),
        }}
      />
      <CollectButton post={{ ...post, title: postTitle(post), creatorName: data?.name }} />
      <SeenButton post={post} />
      <button type="button" className={button.button} onClick={onSelect}>
        <Icon name="check" size={18} />
        {t("selection.begin")}
      </button>
      <MuteCreatorButton creator={{ ...creator, name: data?.name ?? post.user }} />
    </OpenMenu>
  );
}
