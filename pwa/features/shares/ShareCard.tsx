import { Link } from "@tanstack/react-router";
import type { ShareList } from "#shared/entities/share.ts";
import { t } from "../../i18n/index.ts";
import { day, machineDate } from "../../lib/dates.ts";
import { plainText } from "../../lib/text.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./ShareCard.module.css";

/** One upload of a list; the whole card leads to its files. */
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
      <time className={styles.date} dateTime={machineDate(share.added)}>
        {day(share.added)}
      </time>
    </article>
  );
}
