import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GuestPost } from "#shared/entities/guest-link.ts";
import { t } from "../../../i18n/index.ts";
import { deleteGuestPost, findGuestPost, saveGuestPost } from "../../../offline/guest-copies/guest-copies.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "../Account.module.css";
import { guestCopyQuery, type OpenedLink } from "./api.ts";
import guest from "./Guest.module.css";

interface GuestSaveProps {
  token: string;
  post: GuestPost;
  link: OpenedLink;
}

/** Saves the post on the device until the end of the link, or deletes the copy. */
export function GuestSave({ token, post, link: { isCopy, ...shown } }: GuestSaveProps) {
  const client = useQueryClient();
  const copy = useQuery(guestCopyQuery(token));
  const [progress, setProgress] = useState({ whole: 0, total: 0 });
  const change = useMutation({
    mutationFn: (isWanted: boolean) =>
      isWanted
        ? saveGuestPost(token, post, { shown, onProgress: setProgress })
        : deleteGuestPost(token, post),
    onSettled: () => client.invalidateQueries({ queryKey: guestCopyQuery(token).queryKey }),
  });
  if (copy.data === undefined) return null;
  const isSaved = findGuestPost(copy.data ?? undefined, post) !== undefined;
  const isBusy = change.isPending;
  return (
    <div className={guest.save}>
      <p className={styles.actions}>
        <button
          type="button"
          className={button.button}
          aria-disabled={isBusy}
          onClick={() => (isBusy ? undefined : change.mutate(!isSaved))}
        >
          <Icon name={isSaved ? "trash" : "saved"} size={18} />
          {isSaved ? t("guest.deleteCopy") : isBusy ? t("posts.savingFiles", progress) : t("posts.save")}
        </button>
      </p>
      <p className={styles.soft} role="status">
        {isSaved ? t("guest.saved") : null}
      </p>
      <p className={styles.problem} role="alert">
        {change.error === null ? null : t("saved.problem", { problem: problemOf(change.error) })}
      </p>
    </div>
  );
}

const problemOf = (error: Error) => (error.name === "QuotaExceededError" ? "full" : "network");
