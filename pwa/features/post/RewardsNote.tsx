import type { IncompleteRewards } from "#shared/entities/post.ts";
import { formatNumber, t } from "../../i18n/index.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./RewardsNote.module.css";

/** Notice that parts of a paid reward are missing. */
export function RewardsNote({ rewards }: { rewards: IncompleteRewards }) {
  return (
    <p className={styles.note}>
      <Icon name="warning" />
      <span>
        <strong>{t("post.rewards.title")}</strong> {countsOf(rewards)}
      </span>
    </p>
  );
}

function countsOf(rewards: IncompleteRewards): string {
  if ("complete" in rewards)
    return t("post.rewards.counts", { complete: rewards.complete, incomplete: rewards.incomplete });
  return t("post.rewards.media", {
    media: formatNumber(rewards.media_count),
    photos: formatNumber(rewards.photo_count),
    videos: formatNumber(rewards.video_count),
    price: formatNumber(rewards.price, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  });
}
