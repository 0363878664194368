import type { Poll } from "#shared/entities/post.ts";
import { day } from "../../lib/dates.ts";
import styles from "./PollCard.module.css";
import { Section } from "./Section.tsx";

/** A poll with its votes; percentages to two decimals (spec section 9). */
export function PollCard({ poll }: { poll: Poll }) {
  const total = poll.choices.reduce((sum, choice) => sum + choice.votes, 0);
  return (
    <Section title="Poll">
      <div className={styles.poll}>
        <p className={styles.title} dir="auto">
          {poll.title}
        </p>
        {poll.description === null ? null : <p dir="auto">{poll.description}</p>}
        <ul className={styles.choices}>
          {poll.choices.map((choice, index) => {
            const percent = total === 0 ? 0 : (100 * choice.votes) / total;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: choices may have equal words
              <li key={index} className={styles.choice}>
                <span className={styles.bar} style={{ width: `${percent}%` }} aria-hidden="true" />
                <span dir="auto">{choice.text}</span>
                <span className={styles.votes}>
                  {percent.toFixed(2)} % ({choice.votes.toLocaleString("en")})
                </span>
              </li>
            );
          })}
        </ul>
        <p className={styles.note}>
          {total.toLocaleString("en")} votes. {poll.allow_multiple ? "Several choices allowed. " : ""}
          {poll.closes_at === null ? "" : `Closes ${day(poll.closes_at)}.`}
        </p>
      </div>
    </Section>
  );
}
