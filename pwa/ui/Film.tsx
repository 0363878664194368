import { type ComponentProps, type SyntheticEvent, useState } from "react";
import type { FileRef } from "#shared/entities/file.ts";
import { t } from "../i18n/index.ts";
import { mediaPreload } from "../lib/data-saver.ts";
import { fileAddress } from "../lib/file-address.ts";
import { errorCause, isPictureMissing, type MediaFault } from "../lib/media-fault.ts";
import styles from "./Film.module.css";
import { Icon } from "./Icon.tsx";

interface FilmProps
  extends Pick<ComponentProps<"video">, "className" | "width" | "height" | "ref" | "poster"> {
  file: FileRef;
  name: string;
  onDownload?: () => void;
}

/** Video of the archive. Where the browser cannot show it, a message with the download stands below. */
export function Film({ file, name, onDownload, ...video }: FilmProps) {
  const [fault, setFault] = useState<MediaFault>();
  const address = fileAddress(file);
  const lookForPicture = ({ currentTarget: media }: SyntheticEvent<HTMLVideoElement>) => {
    if (media.videoWidth > 0) return setFault(undefined);
    void isPictureMissing(media)
      .then((isMissing) => isMissing && media.videoWidth === 0 && setFault("noPicture"))
      .catch(() => {}); // not readable now
  };
  return (
    <>
      <video
        {...video}
        controls
        playsInline
        preload={mediaPreload()}
        src={address}
        aria-label={name}
        onLoadedMetadata={lookForPicture}
        onError={({ currentTarget }) => void errorCause(currentTarget).then(setFault)}
      />
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {faultText(fault)}
          <a
            href={address}
            download={name}
            aria-label={t("post.file.download", { name })}
            onClick={() => onDownload?.()}
          >
            <Icon name="download" size={18} />
            {t("player.download")}
          </a>
        </p>
      )}
    </>
  );
}

export function faultText(fault: MediaFault): string {
  if (fault === "failed") return t("player.failed");
  return t(fault === "noPicture" ? "player.noPicture" : "player.unplayable");
}
