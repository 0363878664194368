import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { useSeenMark } from "./actions.ts";
import type { PostKey } from "./marks.ts";

/** Toggles a post between seen and unseen. */
export function SeenButton({ post }: { post: PostKey }) {
  const { seen, toggle } = useSeenMark(post);
  return (
    <button type="button" className={button.button} onClick={toggle}>
      <Icon name={seen ? "check" : "eye"} size={18} />
      {t(seen ? "seen.unmark" : "seen.mark")}
    </button>
  );
}
