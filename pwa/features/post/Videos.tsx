import type { Video } from "#shared/entities/post.ts";
import { fileAddress } from "../../lib/addresses.ts";
import styles from "./Media.module.css";
import { Section } from "./Section.tsx";

export function Videos({ videos }: { videos: Video[] }) {
  if (videos.length === 0) return null;
  return (
    <Section title="Videos">
      {videos.map((video) => (
        <figure key={`${video.index}-${video.path}`} className={styles.video}>
          {/* biome-ignore lint/a11y/useMediaCaption: the archive holds no captions to offer */}
          <video controls playsInline preload="metadata" src={fileAddress(video)} />
          <figcaption className={styles.caption}>{video.name}</figcaption>
        </figure>
      ))}
    </Section>
  );
}
