import type { RootAttachment } from "#shared/entities/post.ts";
import { kindOf } from "#shared/rules/files.ts";
import { fileAddress } from "../../lib/addresses.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./Media.module.css";
import { Section } from "./Section.tsx";

/** Every file that is not an image; sound can be played in place. */
export function Downloads({ service, attachments }: { service: string; attachments: RootAttachment[] }) {
  if (attachments.length === 0) return null;
  const isSplit = service === "dlsite" && attachments.length > 1;
  return (
    <Section title="Downloads">
      {isSplit ? (
        <p className={styles.hint}>
          This post is split: download all the files and open the .exe to compile them.
        </p>
      ) : null}
      <ul className={styles.files}>
        {attachments.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a post may hold the same file twice
          <li key={`${file.path}-${index}`} className={styles.file}>
            <a className={styles.download} href={fileAddress(file)} download={file.name}>
              <Icon name={kindOf(file.name_extension) === "audio" ? "sound" : "file"} />
              <span className={styles.fileName}>{file.name}</span>
              <span className={styles.extension}>
                {(file.name_extension || file.extension).replace(".", "")}
              </span>
              <Icon name="download" />
            </a>
            {kindOf(file.name_extension || file.extension) === "audio" ? (
              // biome-ignore lint/a11y/useMediaCaption: the archive holds no captions to offer
              <audio controls preload="none" src={fileAddress(file)} aria-label={file.name} />
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
