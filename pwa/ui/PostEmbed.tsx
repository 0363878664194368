import type { Embed } from "#shared/entities/post.ts";
import { t } from "../i18n/index.ts";
import { Icon } from "./Icon.tsx";
import styles from "./PostEmbed.module.css";

/** Embed of a post; only web addresses become links. */
export function PostEmbed({ embed }: { embed: Embed }) {
  const { url, subject, description } = embed;
  if (url === undefined || url === "") return null;
  const address = webAddress(url);
  const words = (
    <>
      <span className={styles.subject} dir="auto">
        {subject || address?.hostname || url}
        {address === undefined ? null : <Icon name="external" size={16} />}
      </span>
      {description ? (
        <span className={styles.description} dir="auto">
          {description}
        </span>
      ) : null}
      <span className={styles.host} dir={address === undefined ? undefined : "auto"}>
        {address?.hostname ?? t("post.embed.notWeb")}
      </span>
    </>
  );
  if (address === undefined) return <div className={styles.card}>{words}</div>;
  return (
    <a className={styles.card} href={address.href} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  );
}

function webAddress(text: string): URL | undefined {
  const address = URL.parse(text);
  return address !== null && /^https?:$/.test(address.protocol) ? address : undefined;
}
