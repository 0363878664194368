import type { MouseEvent } from "react";
import type { PendingDm } from "#shared/entities/dm.ts";
import { t } from "../../../i18n/index.ts";
import { iconAddress } from "../../../lib/addresses.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { Html } from "../../../ui/Html.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import styles from "./Review.module.css";

interface PendingCardProps {
  dm: PendingDm;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
}

/** A message with its checkbox. Images are listed by name only: files are served after approval. */
export function PendingCard({ dm, isSelected, onSelect }: PendingCardProps) {
  const { artist, service, user, published, content, files } = dm;
  const name = artist?.name ?? user;
  const select = ({ shiftKey }: MouseEvent) => onSelect(shiftKey);
  return (
    <li className={styles.card} data-selected={isSelected || undefined}>
      <label className={styles.head}>
        <input type="checkbox" checked={isSelected} onClick={select} onChange={() => {}} />
        <Avatar src={iconAddress(service, user)} name={name} size={40} />
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.facts}>
          <ServiceMark service={service} />
          <DateText iso={published} />
        </span>
      </label>
      <Html html={content} className={styles.text} />
      {files.length === 0 ? null : (
        <ul className={styles.files} aria-label={t("dmReview.files")}>
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <li key={at}>
              <Icon name="file" size={16} />
              <span dir="auto">{file}</span>
            </li>
          ))}
        </ul>
      )}
      {artist === null ? <p className={styles.soft}>{t("dmReview.noCreator")}</p> : null}
    </li>
  );
}
