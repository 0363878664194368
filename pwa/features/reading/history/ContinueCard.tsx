import { Link } from "@tanstack/react-router";
import { t } from "../../../i18n/index.ts";
import { previewAddress } from "../../../lib/addresses.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import line from "../../../ui/PostRow.module.css";
import { CoverSign } from "../content-warning/HiddenMedia.tsx";
import styles from "./ContinueCard.module.css";
import { reading } from "./store.ts";

/** Link to the last read post, at its position; nothing without one. */
export function ContinueCard() {
  const place = reading.use();
  if (place === undefined) return null;
  const { href, title, creator, service, picture, number, total, minutesLeft = 0, at } = place;
  return (
    <section className={styles.card} aria-labelledby="continue">
      <Link to={href} state={{ resume: true }} className={line.link}>
        <span className={line.picture} data-cover={service}>
          {picture === undefined ? (
            <Icon name="posts" size={28} />
          ) : (
            <img src={previewAddress(picture, 360)} alt="" width={96} height={96} decoding="async" />
          )}
          <CoverSign service={service} />
        </span>
        <span className={line.text}>
          <span id="continue" className={styles.word}>
            {t("continue.title")}
          </span>
          <span className={line.title} dir="auto">
            {title}
          </span>
          <span className={line.facts}>
            {creator === undefined ? null : <bdi>{creator}</bdi>}
            {number === undefined || total === undefined ? null : (
              <span>{t("continue.image", { number, total })}</span>
            )}
            {minutesLeft > 0 ? <span>{t("continue.left", { count: minutesLeft })}</span> : null}
            <DateText iso={new Date(at).toISOString()} show="moment" />
          </span>
        </span>
      </Link>
      <button
        type="button"
        className={button.icon}
        aria-label={t("continue.dismiss")}
        onClick={() => reading.set(undefined)}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}
