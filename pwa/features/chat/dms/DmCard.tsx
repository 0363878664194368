import { Link } from "@tanstack/react-router";
import type { CreatorDm, ListedDm } from "#shared/entities/dm.ts";
import { hasFile } from "#shared/entities/file.ts";
import { extensionOf } from "#shared/rules/files.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import { t } from "../../../i18n/index.ts";
import { iconAddress, previewAddress } from "../../../lib/addresses.ts";
import { fileAddress } from "../../../lib/file-address.ts";
import { webAddress } from "../../../lib/web-links.ts";
import { addDownloadToOwned } from "../../../offline/owned-files/owned-files.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { Html } from "../../../ui/Html.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { CoverSign } from "../../reading/content-warning/HiddenMedia.tsx";
import styles from "./DmCard.module.css";

export interface DmCardProps {
  dm: Omit<CreatorDm, "artist"> & { artist: Pick<ListedDm["artist"], "id" | "name" | "service"> };
}

/** A DM with its author, date and attachments. */
export function DmCard({ dm }: DmCardProps) {
  const { artist } = dm;
  return (
    <article id={dm.hash} className={styles.card}>
      <header className={styles.head}>
        <Link
          to="/$service/user/$id"
          params={{ service: artist.service, id: artist.id }}
          className={styles.who}
        >
          <Avatar src={iconAddress(artist.service, artist.id)} name={artist.name} size={44} />
          <h2 className={styles.name} dir="auto">
            {artist.name}
          </h2>
        </Link>
        <p className={styles.facts}>
          <ServiceMark service={dm.service} />
          <DateText iso={dm.published} />
        </p>
      </header>
      <Html html={dm.content} className={styles.text} />
      <Pointer embed={dm.embed} />
      {[...(hasFile(dm.file) ? [dm.file] : []), ...(dm.attachments ?? [])].map((file) => (
        <DmFile key={file.path} file={file} service={dm.service} />
      ))}
    </article>
  );
}

function DmFile({ file, service }: { file: { name: string; path: string }; service: string }) {
  const name = file.name || t("dms.file");
  if (hasThumbnail(file.path)) {
    return (
      <a
        className={styles.picture}
        href={fileAddress(file)}
        target="_blank"
        rel="noopener"
        data-cover={service}
      >
        <img
          src={previewAddress(file.path, 360)}
          alt={t("dms.openImage", { name })}
          width={360}
          height={360}
          loading="lazy"
          decoding="async"
        />
        <CoverSign service={service} label={t("list.showMedia")} />
      </a>
    );
  }
  return (
    <a
      className={styles.file}
      href={fileAddress(file)}
      download={name}
      onClick={() => addDownloadToOwned(file)}
    >
      <Icon name="download" />
      <span dir="auto">{name}</span>
      <code>{extensionOf(file.name) || extensionOf(file.path)}</code>
    </a>
  );
}

/** Link preview of the message. */
function Pointer({ embed }: { embed: CreatorDm["embed"] }) {
  const address = webAddress(embed.url);
  if (address === undefined) return null;
  return (
    <a className={styles.file} href={address.href} target="_blank" rel="noopener noreferrer nofollow">
      <Icon name="external" />
      <span dir="auto">{embed.subject || address.hostname}</span>
    </a>
  );
}
