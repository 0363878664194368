import { t } from "../../../i18n/index.ts";
import { webAddress } from "../../../lib/web-links.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { PlainText } from "../../../ui/PlainText.tsx";
import { Attachments } from "../Attachments.tsx";
import styles from "./Community.module.css";
import type { MessageOrReply } from "./message-or-reply.ts";

export function CommunityBody({ message }: { message: MessageOrReply }) {
  if (message.deleted_at !== null) return <p className={styles.deleted}>{t("community.deleted")}</p>;
  const { text } = message.original_json;
  return (
    <>
      {text?.trim() ? <PlainText text={text} className={styles.text} /> : null}
      <Attachments files={message.attachments} service="patreon" />
      {message.embeds.map((embed, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: embeds have no identity but their place
        <Pointer key={at} embed={embed} />
      ))}
    </>
  );
}

/** Link preview of a message, without images, which would be loaded from other hosts. */
function Pointer({ embed }: { embed: MessageOrReply["embeds"][number] }) {
  const address =
    webAddress(embed.title_link) ??
    webAddress(embed.asset_url) ??
    webAddress(embed.image_url) ??
    webAddress(embed.thumb_url);
  const title = embed.title?.trim() || address?.hostname;
  if (title === undefined && !embed.text?.trim()) return null;
  return (
    <div className={styles.embed}>
      {address === undefined ? (
        <p className={styles.embedTitle} dir="auto">
          {title}
        </p>
      ) : (
        <a
          className={styles.embedTitle}
          href={address.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          <span dir="auto">{title}</span>
          <Icon name="external" size={16} />
        </a>
      )}
      {embed.text?.trim() ? <PlainText text={embed.text} /> : null}
    </div>
  );
}
