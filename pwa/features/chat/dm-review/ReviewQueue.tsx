import { useState } from "react";
import type { PendingDm } from "#shared/entities/dm.ts";
import type { ReviewStatus } from "#shared/rules/dm-review.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { errorMessage } from "../../../api/messages.ts";
import { t } from "../../../i18n/index.ts";
import { iconAddress } from "../../../lib/addresses.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Html } from "../../../ui/Html.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { Queue, type QueueAction } from "../../moderation/queue/Queue.tsx";
import { approveDms, moveDms, useRefetchReview } from "./api.ts";
import { DeleteIgnored } from "./DeleteIgnored.tsx";
import styles from "./Review.module.css";

interface ReviewQueueProps {
  status: ReviewStatus;
  /** Number of all messages; `dms` are the last imported ones. */
  count: number;
  dms: readonly PendingDm[];
}

/** Imported messages, to be approved or ignored. */
export function ReviewQueue({ status, count, dms }: ReviewQueueProps) {
  const [words, setWords] = useState("");
  const refetch = useRefetchReview();
  const shown = dms.filter((dm) => matches(dm, words));
  return (
    <>
      {count === 0 ? null : (
        <div className={styles.tools}>
          <input
            className={button.field}
            type="search"
            aria-label={t("dmReview.search")}
            placeholder={t("dmReview.search")}
            value={words}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setWords(event.target.value)}
          />
          {status === "ignored" ? <DeleteIgnored /> : null}
        </div>
      )}
      <Queue
        label={t("dmReview.title")}
        items={shown}
        keyOf={({ hash }) => hash}
        nameOf={titleOf}
        actionsOf={(items) => [approval(items), moving(status)]}
        renderRow={(dm, isWide) => <Row dm={dm} isWide={isWide} />}
        renderDetails={(dm, isWide) => <Details dm={dm} isWide={isWide} />}
        empty={<Empty status={status} isFiltered={dms.length > 0} />}
        problemOf={errorMessage}
        onDecided={refetch}
      />
    </>
  );
}

/** Words of the message, or names of its files. */
const excerptOf = ({ content, files }: PendingDm) => plainText(content, 200) || files.join(", ");
const nameOf = ({ artist, user }: PendingDm) => artist?.name ?? user;
const titleOf = (dm: PendingDm) => `${nameOf(dm)}: ${excerptOf(dm).slice(0, 50)}`;

/** Without undo: approved messages are public at once. Those without a creator in the archive wait on. */
function approval(dms: readonly PendingDm[]): QueueAction<PendingDm> {
  const approved = dms.filter(({ artist }) => artist !== null).map(({ hash }) => hash);
  return {
    shortcut: "approve",
    label: t("dmReview.approve"),
    nameOf: (dm) => t("dmReview.approveNamed", { name: titleOf(dm) }),
    done: () => t("dmReview.approved", { count: approved.length }),
    decide: { all: () => approveDms(approved) },
  };
}

function moving(from: ReviewStatus): QueueAction<PendingDm> {
  const to: ReviewStatus = from === "pending" ? "ignored" : "pending";
  return {
    shortcut: "reject",
    label: t("dmReview.move", { status: from }),
    nameOf: (dm) => t("dmReview.moveNamed", { status: from, name: titleOf(dm) }),
    done: (count) => t("dmReview.moved", { count, status: to }),
    decide: {
      all: async (dms) => {
        const hashes = dms.map(({ hash }) => hash);
        await moveDms(hashes, to);
        return () => moveDms(hashes, from);
      },
    },
  };
}

function Row({ dm, isWide }: { dm: PendingDm; isWide: boolean }) {
  const { service, user, published } = dm;
  const name = nameOf(dm);
  return (
    <>
      <Avatar src={iconAddress(service, user)} name={name} size={40} />
      <span className={styles.row}>
        <bdi className={styles.name}>{name}</bdi>
        {isWide ? (
          <span className={styles.excerpt} dir="auto">
            {excerptOf(dm)}
          </span>
        ) : null}
        <span className={styles.facts}>
          <ServiceMark service={service} />
          <DateText iso={published} />
        </span>
      </span>
    </>
  );
}

/** The message. Images are listed by name only: files are served after approval. */
function Details({ dm, isWide }: { dm: PendingDm; isWide: boolean }) {
  const { content, files, artist } = dm;
  return (
    <>
      {isWide ? (
        <h2 className={styles.name}>
          <bdi>{nameOf(dm)}</bdi>
        </h2>
      ) : null}
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
    </>
  );
}

function Empty({ status, isFiltered }: { status: ReviewStatus; isFiltered: boolean }) {
  if (isFiltered) return <p>{t("dmReview.noMatches")}</p>;
  return status === "pending" ? (
    <EmptyState isDone message={t("dmReview.nonePending")} />
  ) : (
    <EmptyState message={t("dmReview.noneIgnored")} />
  );
}

/** True if all words occur in the text, the creator's name or file names. */
function matches(dm: PendingDm, words: string): boolean {
  const text = [dm.content, nameOf(dm), ...dm.files].join("\n").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
