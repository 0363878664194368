import { t } from "../../i18n/index.ts";
import { previewAddress } from "../../lib/addresses.ts";
import { savesData } from "../../lib/data-saver.ts";
import { fileAddress } from "../../lib/file-address.ts";
import { webAddress } from "../../lib/web-links.ts";
import { DateText } from "../../ui/DateText.tsx";
import { Film } from "../../ui/Film.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Covered } from "../reading/content-warning/Covered.tsx";
import { CoverSign } from "../reading/content-warning/HiddenMedia.tsx";
import styles from "./EmbedCard.module.css";
import { type ChatEmbed, colorOf, type EmbedMedia, fitted, readEmbed, storedFile } from "./embeds.ts";
import { MessageText } from "./MessageText.tsx";

/** Embed of a message: a link preview, or a card written by a bot. */
export function EmbedCard({ raw }: { raw: unknown }) {
  const embed = readEmbed(raw);
  if (embed === undefined) return <p className={styles.invalid}>{t("chat.invalidEmbed")}</p>;
  return (
    <div className={styles.card}>
      <Edge color={embed.color} />
      {embed.provider?.name === undefined ? null : (
        <p className={styles.provider}>
          <LinkedLabel text={embed.provider.name} url={embed.provider.url} />
        </p>
      )}
      {embed.author?.name === undefined ? null : (
        <p className={styles.author}>
          <LinkedLabel text={embed.author.name} url={embed.author.url} />
        </p>
      )}
      {embed.title === undefined && embed.url === undefined ? null : (
        <p className={styles.title}>
          <LinkedLabel text={embed.title ?? embed.url ?? ""} url={embed.url} />
        </p>
      )}
      {embed.description === undefined ? null : <MessageText text={embed.description} />}
      <Fields fields={embed.fields} />
      <Media media={embed.image} label={t("chat.embedImage")} />
      <Media media={embed.thumbnail} label={t("chat.embedImage")} />
      <Media media={embed.video} label={t("chat.embedVideo")} isVideo />
      <Footer embed={embed} />
    </div>
  );
}

/** The colored border; an SVG, since the CSP forbids inline styles. */
function Edge({ color }: { color: number | undefined }) {
  return (
    <svg className={styles.edge} aria-hidden="true" focusable="false" preserveAspectRatio="none">
      <rect width="100%" height="100%" fill={color === undefined ? "darkgrey" : colorOf(color)} />
    </svg>
  );
}

function LinkedLabel({ text, url }: { text: string; url: string | undefined }) {
  const address = webAddress(url);
  if (address === undefined) return <span dir="auto">{text}</span>;
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
      {text}
    </a>
  );
}

function Fields({ fields }: { fields: ChatEmbed["fields"] }) {
  if (fields.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {fields.map((field, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields have no identity but their place
        <div key={at} data-inline={field.inline || undefined}>
          <dt dir="auto">{field.name}</dt>
          <dd>
            <MessageText text={field.value ?? ""} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Only Discord has embeds. */
const SERVICE = "discord";

interface MediaProps {
  media: EmbedMedia | undefined;
  label: string;
  isVideo?: boolean;
}

/** Media stored in the archive; others become links, as loading them would reveal the reader to their host. */
function Media({ media, label, isVideo = false }: MediaProps) {
  const file = storedFile(media?.url);
  if (media === undefined) return null;
  if (file !== undefined) {
    const size = fitted(media);
    if (isVideo) {
      return (
        <Covered service={SERVICE} name={label}>
          <Film className={styles.media} file={file} name={label} {...size} />
        </Covered>
      );
    }
    const source = savesData() ? previewAddress(file.path, 800) : fileAddress(file);
    return (
      <span className={styles.frame} data-cover={SERVICE}>
        <img className={styles.media} src={source} alt={label} loading="lazy" {...size} />
        <CoverSign service={SERVICE} />
      </span>
    );
  }
  const address = webAddress(media.url);
  if (address === undefined) return null;
  return (
    <a className={styles.out} href={address.href} target="_blank" rel="noopener noreferrer nofollow">
      <Icon name="external" size={16} />
      <span>{label}</span>
      <span className={styles.host} dir="auto">
        {address.hostname}
      </span>
    </a>
  );
}

function Footer({ embed }: { embed: ChatEmbed }) {
  if (embed.footer?.text === undefined && embed.timestamp === undefined) return null;
  const moment = embed.timestamp === undefined ? undefined : new Date(embed.timestamp).toISOString();
  return (
    <p className={styles.footer}>
      {embed.footer?.text === undefined ? null : <span dir="auto">{embed.footer.text}</span>}
      {moment === undefined ? null : <DateText iso={moment} show="moment" />}
    </p>
  );
}
