import { useState } from "react";
import type { Poll } from "#shared/entities/post.ts";
import { formatNumber, type MessageId, t } from "../../i18n/index.ts";
import { Rich } from "../../i18n/Rich.tsx";
import { day } from "../../lib/dates.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import styles from "./PollCard.module.css";
import { Section } from "./Section.tsx";

/** The sort button cycles through these. */
const ORDERS = ["unsorted", "descending", "ascending"] as const;
type Choice = Poll["choices"][number];

/** A poll with its votes; percentages to two decimals. */
export function PollCard({ poll }: { poll: Poll }) {
  const [turn, setTurn] = useState(0);
  const order = ORDERS[turn % ORDERS.length] ?? "unsorted";
  const total = poll.choices.reduce((sum, choice) => sum + choice.votes, 0);
  return (
    <Section title={t("post.poll")}>
      <div className={styles.poll}>
        <p className={styles.title} dir="auto">
          {poll.title}
        </p>
        {poll.description === null ? null : <p dir="auto">{poll.description}</p>}
        <button
          type="button"
          className={`${button.button} ${styles.sort}`}
          onClick={() => setTurn((before) => before + 1)}
        >
          {t("post.poll.sort", { order: t(`post.poll.${order}` satisfies MessageId) })}
        </button>
        <ul className={styles.choices}>
          {sorted(poll.choices, order).map((choice, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: choices may have equal words
            <ChoiceBar key={index} choice={choice} total={total} />
          ))}
        </ul>
        <p className={styles.note}>
          {t("post.poll.total", { count: total })} {poll.allow_multiple ? t("post.poll.multiple") : null}{" "}
          {poll.closes_at === null ? null : <Closing iso={poll.closes_at} />}
        </p>
      </div>
    </Section>
  );
}

function ChoiceBar({ choice, total }: { choice: Choice; total: number }) {
  const percent = total === 0 ? 0 : (100 * choice.votes) / total;
  const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return (
    <li className={styles.choice}>
      <span
        className={styles.bar}
        ref={(bar) => bar?.style.setProperty("--share", `${percent}%`)}
        aria-hidden="true"
      />
      <span dir="auto">{choice.text}</span>
      <span className={styles.votes}>
        {t("post.poll.share", {
          percent: formatNumber(percent, twoDecimals),
          votes: formatNumber(choice.votes),
        })}
      </span>
    </li>
  );
}

function sorted(choices: Choice[], order: (typeof ORDERS)[number]): Choice[] {
  if (order === "unsorted") return choices;
  const direction = order === "descending" ? -1 : 1;
  return choices.toSorted((a, b) => direction * (a.votes - b.votes));
}

function Closing({ iso }: { iso: string }) {
  return (
    <Rich id="post.poll.closes" values={{ date: day(iso) }} tags={{ time: () => <DateText iso={iso} /> }} />
  );
}
