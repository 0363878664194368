import type { IncompleteRewards } from "#shared/entities/post.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./RewardsNote.module.css";

/** Says that parts of a paid reward are missing. */
export function RewardsNote({ rewards }: { rewards: IncompleteRewards }) {
  return (
    <p className={styles.note}>
      <Icon name="warning" />
      <span>
        <strong>This post is missing paid rewards from a higher tier or payment.</strong> {countsOf(rewards)}
      </span>
    </p>
  );
}

function countsOf(rewards: IncompleteRewards): string {
  if ("complete" in rewards) return `${rewards.complete} complete, ${rewards.incomplete} incomplete.`;
  const media = `${rewards.media_count} media (${rewards.photo_count} photos, ${rewards.video_count} videos)`;
  return `${media} for ${rewards.price.toFixed(2)}.`;
}
