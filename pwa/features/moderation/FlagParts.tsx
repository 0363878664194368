/** Parts of a flag, on its page and beside the queue. */
import { useId } from "react";
import type { FlagDetails, FlaggedContent, QueuedFlag } from "#shared/entities/moderation.ts";
import { t } from "../../i18n/index.ts";
import { DateText } from "../../ui/DateText.tsx";
import { Html } from "../../ui/Html.tsx";
import { ActionList } from "./ActionList.tsx";
import styles from "./Moderation.module.css";
import { reasonName } from "./messages.ts";

export function FlagFacts({ flag }: { flag: QueuedFlag }) {
  return (
    <dl className={styles.facts}>
      <dt>{t("moderation.reason")}</dt>
      <dd>{reasonName(flag.reason)}</dd>
      <dt>{t("moderation.by")}</dt>
      <dd>
        <bdi translate="no">{flag.by ?? t("moderation.deletedAccount")}</bdi>,{" "}
        <DateText iso={flag.created_at} show="moment" />
      </dd>
      <dt>{t("moderation.count")}</dt>
      <dd>{t("moderation.times", { count: flag.count })}</dd>
      <dt>{t("moderation.state")}</dt>
      <dd>
        {t("moderation.stateName", { value: flag.state })}
        {flag.hidden ? ` · ${t("moderation.isHidden")}` : null}
      </dd>
    </dl>
  );
}

/** The post as it was flagged, and past actions. */
export function FlagEvidence({ flag }: { flag: FlagDetails }) {
  const id = useId();
  return (
    <>
      <section className={styles.part} aria-labelledby={`${id}-content`}>
        <h2 id={`${id}-content`}>{t("moderation.asFlagged")}</h2>
        {flag.content === null ? <p>{t("moderation.noContent")}</p> : <Content content={flag.content} />}
      </section>
      <section className={styles.part} aria-labelledby={`${id}-history`}>
        <h2 id={`${id}-history`}>{t("moderation.history")}</h2>
        {flag.history.length === 0 ? (
          <p className={styles.soft}>{t("moderation.noHistory")}</p>
        ) : (
          <ActionList actions={flag.history} isOfOne />
        )}
      </section>
    </>
  );
}

function Content({ content }: { content: FlaggedContent }) {
  const names = [content.file, ...content.attachments].flatMap((file) =>
    "name" in file && file.name !== undefined ? [file.name] : [],
  );
  return (
    <article className={styles.content}>
      <h3 dir="auto">{content.title}</h3>
      {content.published === null ? null : <DateText iso={content.published} show="moment" />}
      <Html html={content.content} />
      {names.length === 0 ? null : (
        <ul>
          {names.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never reorders
            <li key={at}>
              <bdi translate="no">{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
