import { useRef, useState } from "react";
import type { Video } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import { mediaPreload } from "../../lib/data-saver.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { Covered } from "../reading/content-warning/Covered.tsx";
import { FileSize, FileTools, FileType } from "./FileTools.tsx";
import { type Folded, foldByHash } from "./folded.ts";
import styles from "./Media.module.css";
import { Section } from "./Section.tsx";
import { usePlayer } from "./use-player.ts";

export interface VideosProps {
  service: string;
  videos: Video[];
  /** Captions by the creator, by index of the video among the attachments. */
  captions: Record<string, unknown> | null;
}

export function Videos({ service, videos, captions }: VideosProps) {
  if (videos.length === 0) return null;
  return (
    <Section title={t("post.videos")}>
      {foldByHash(videos).map((video) => (
        <VideoPlayer
          key={video.file.path}
          service={service}
          video={video}
          caption={captions?.[String(video.file.index)]}
        />
      ))}
    </Section>
  );
}

interface PlayerProps {
  service: string;
  video: Folded<Video>;
  caption: unknown;
}

function VideoPlayer({ service, video: { file, count }, caption }: PlayerProps) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <figure className={styles.video}>
      <Covered service={service} name={file.name}>
        <Film file={file} onError={() => setHasFailed(true)} />
      </Covered>
      <figcaption className={styles.caption}>
        <span className={styles.videoFile}>
          <FileType file={file} count={count} />
          <FileSize path={file.path} />
          <span className={styles.fileName} dir="auto">
            {file.name}
          </span>
          <FileTools file={file} />
        </span>
        {typeof caption === "string" ? <p dir="auto">{caption}</p> : null}
        {hasFailed ? <p role="alert">{t("player.failed")}</p> : null}
      </figcaption>
    </figure>
  );
}

/** A separate component, as it is not rendered while covered. */
function Film({ file, onError }: { file: Video; onError: () => void }) {
  const player = useRef<HTMLVideoElement>(null);
  usePlayer(player, file.path, file.path);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the archive holds no captions to offer
    <video
      ref={player}
      controls
      playsInline
      preload={mediaPreload()}
      src={fileAddress(file)}
      aria-label={file.name}
      onError={onError}
    />
  );
}
