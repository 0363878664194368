import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { PostListItem } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import { postTitle } from "../../lib/text.ts";
import button from "../../ui/Button.module.css";
import { profileQuery } from "../creators/public.ts";
import { MuteCreatorButton } from "../mutes/public.ts";
import { SaveButton } from "../saved/public.ts";
import { SeenButton } from "../seen/public.ts";
import styles from "./PostMenu.module.css";

/** What can be done with a post without opening it. */
export function PostMenu({ post, onClose }: { post: PostListItem; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const creator = { service: post.service, id: post.user };
  const { data } = useQuery({ ...profileQuery(creator), retry: false });
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="post-menu" onClose={onClose}>
      <h2 id="post-menu" dir="auto">
        {postTitle(post)}
      </h2>
      {/* Whatever was pressed, the list is what one wants to see next. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that a button in it was pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons have the keys */}
      <div className={styles.actions} onClick={() => dialog.current?.close()}>
        <SaveButton
          post={{
            ...post,
            title: postTitle(post),
            ...(data === undefined ? {} : { creatorName: data.name }),
          }}
        />
        <SeenButton post={post} />
        <MuteCreatorButton creator={{ ...creator, name: data?.name ?? post.user }} />
      </div>
      <button type="button" className={button.button} onClick={() => dialog.current?.close()}>
        {t("mutes.close")}
      </button>
    </dialog>
  );
}
