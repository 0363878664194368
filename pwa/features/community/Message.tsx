import type { CommunityMessage } from "#shared/entities/community.ts";
import { t } from "../../i18n/index.ts";
import { webAddress } from "../../lib/web-links.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { PlainText } from "../../ui/PlainText.tsx";
import { Attachments } from "../chat/public.ts";
import styles from "./Community.module.css";

type Said = Omit<CommunityMessage, "replies">;

/** One message, or an answer to one. */
export function Message({ message, isReply = false }: { message: Said; isReply?: boolean }) {
  const { user, text } = message.original_json;
  const name = user.name?.trim() || t("community.someone");
  const Name = isReply ? "h4" : "h3";
  return (
    <article className={styles.message}>
      <Avatar name={name} size={isReply ? 32 : 40} />
      <div className={styles.body}>
        <header className={styles.messageHead}>
          <Name className={styles.name} dir="auto">
            {name}
          </Name>
          <RoleBadge role={user.role} />
          <DateText iso={message.created_at} show="moment" className={styles.time} />
        </header>
        {message.deleted_at !== null ? (
          <p className={styles.deleted}>{t("community.deleted")}</p>
        ) : (
          <>
            {text?.trim() ? <PlainText text={text} className={styles.text} /> : null}
            <Attachments files={message.attachments} service="patreon" />
            {message.embeds.map((embed, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: embeds have no identity but their place
              <Pointer key={at} embed={embed} />
            ))}
          </>
        )}
      </div>
    </article>
  );
}

function RoleBadge({ role }: { role: string | null }) {
  const label =
    role === "creator"
      ? t("community.creator")
      : role === "admin"
        ? t("community.admin")
        : role === "platform_admin"
          ? t("community.platformAdmin")
          : undefined;
  if (label === undefined) return null;
  return (
    <span className={styles.badge} data-role={role}>
      {label}
    </span>
  );
}

/** What a message pointed to elsewhere: its words and where they lead. Pictures of others are not loaded. */
function Pointer({ embed }: { embed: Said["embeds"][number] }) {
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
