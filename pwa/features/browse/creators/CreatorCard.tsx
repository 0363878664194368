import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { formatNumber, t } from "../../../i18n/index.ts";
import { bannerAddress, iconAddress } from "../../../lib/addresses.ts";
import { useSavesData } from "../../../lib/data-saver.ts";
import { NARROW, useMedia } from "../../../lib/media-query.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { MuteSign } from "../../reading/mutes/MuteSign.tsx";
import styles from "./CreatorCard.module.css";
import { CreatorMenu } from "./CreatorMenu.tsx";

export interface CreatorCardProps {
  creator: { service: string; id: string; name: string };
  favorited?: number;
  /** Shown instead of the number of favorites. */
  note?: ReactNode;
}

export function CreatorCard({ creator, favorited, note }: CreatorCardProps) {
  const { service, id, name } = creator;
  const isNarrow = useMedia(NARROW);
  return (
    <article className={styles.card}>
      <Banner service={service} id={id} />
      <Avatar src={iconAddress(service, id)} name={name} size={56} />
      <div className={styles.text}>
        <h2 className={styles.name}>
          <Link to="/$service/user/$id" params={{ service, id }} className={styles.link} dir="auto">
            {name}
          </Link>
        </h2>
        <p className={styles.meta}>
          <ServiceMark service={service} />
          {favorited === undefined ? null : (
            <span className={styles.count}>
              <Icon name="star" size={14} />
              {formatNumber(favorited)}
              <span className="sr-only"> {t("creators.favorites", { count: favorited })}</span>
            </span>
          )}
          {note === undefined ? null : <span className={styles.count}>{note}</span>}
        </p>
      </div>
      {isNarrow ? (
        <CreatorMenu creator={{ service, id, name }} className={styles.mute} />
      ) : (
        <MuteSign creator={{ service, id, name }} className={styles.mute} />
      )}
    </article>
  );
}

/** A creator's banner; a plain background without one, or with data saver on. */
export function Banner({ service, id }: { service: string; id: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  const isSaving = useSavesData();
  return (
    <span className={styles.banner} aria-hidden="true">
      {hasFailed || isSaving ? null : (
        <img
          src={bannerAddress(service, id)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setHasFailed(true)}
        />
      )}
    </span>
  );
}
