import type { DiscordMessage } from "#shared/entities/discord.ts";
import { t } from "../../i18n/index.ts";
import { DateText } from "../../ui/DateText.tsx";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./Message.module.css";
import { MessageText } from "./MessageText.tsx";

/** Older revisions of a message, collapsed. */
export function Edits({ message }: { message: DiscordMessage }) {
  const { edited, revisions } = message;
  if (revisions.length === 0) {
    if (edited === null) return null;
    return (
      <p className={styles.edited}>
        {t("chat.edited")} <DateText iso={edited} show="moment" />
      </p>
    );
  }
  return (
    <details className={styles.edits}>
      <summary>
        <Icon name="next" size={14} />
        {t("chat.edits", { count: revisions.length })}
      </summary>
      <ol className={styles.versions}>
        {revisions.map((revision) => (
          <li key={revision.id}>
            <DateText iso={revision.edited} show="moment" className={styles.when} />
            <MessageText text={revision.content} />
          </li>
        ))}
      </ol>
    </details>
  );
}
