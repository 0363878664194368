import { Link } from "@tanstack/react-router";
import type { ShareList } from "#shared/entities/share.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { t } from "../../../i18n/index.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./ShareCard.module.css";

/** An upload in a list; the whole card links to its files. */
export function ShareCard({ share }: { share: ShareList["shares"][number] }) {
  const description = plainText(share.description);
  return (
    <article className={styles.card}>
      <span className={styles.mark}>
        <Icon name="files" size={22} />
      </span>
      <h2 className={styles.name}>
        <Link to="/share/{-$id}" params={{ id: share.id }} className={styles.link} dir="auto">
          {share.name.trim() || t("shares.untitled")}
        </Link>
      </h2>
      {description === "" ? null : (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      <DateText iso={share.added} className={styles.date} />
    </article>
  );
}
