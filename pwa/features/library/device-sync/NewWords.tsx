import { useMutation } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { refusalText } from "../../account/messages.ts";
import { linkWith } from "./given-words.ts";
import styles from "./Sync.module.css";
import { splitWords, WORD_COUNT } from "./words.ts";

const QrCode = lazy(() => import("../../../ui/QrCode.tsx").then((file) => ({ default: file.QrCode })));

export interface NewWordsProps {
  words: readonly string[];
  /** Called after two of the words were typed correctly. */
  onConfirm: () => Promise<void>;
  onCancel: () => void;
}

/** Shows the words once and continues when they are written down. */
export function NewWords({ words, onConfirm, onCancel }: NewWordsProps) {
  const [asked] = useState(twoOfThem);
  const [wrong, setWrong] = useState<number[]>([]);
  const { mutate, error, isPending } = useMutation({ mutationFn: onConfirm });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const isWrong = (at: number) => splitWords(String(typed.get(`word ${at}`)))[0] !== words[at];
    const found = asked.filter(isWrong);
    setWrong(found);
    if (found.length === 0 && !isPending) mutate();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-busy={isPending}>
      <p>{t("sync.write")}</p>
      <ol className={styles.words} translate="no" aria-label={t("sync.words")}>
        {words.map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may be there twice
          <li key={at}>{word}</li>
        ))}
      </ol>
      <div className={styles.scan}>
        <Suspense fallback={<span className={styles.code} />}>
          <QrCode text={linkWith(words)} label={t("sync.code")} className={styles.code} />
        </Suspense>
        <p className={styles.soft}>{t("sync.codeNote")}</p>
      </div>
      <p>{t("sync.checkNote")}</p>
      {asked.map((at) => (
        <Field
          key={at}
          name={`word ${at}`}
          label={t("sync.check", { number: at + 1 })}
          autoComplete="off"
          problem={wrong.includes(at) ? t("sync.checkWrong") : undefined}
        />
      ))}
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
      <p className={styles.actions}>
        <button type="submit" className={`${button.button} ${button.primary}`} disabled={isPending}>
          {t("sync.confirm")}
        </button>
        <button type="button" className={button.button} onClick={onCancel}>
          {t("sync.cancel")}
        </button>
      </p>
    </form>
  );
}

/** Indexes of two words to ask for, one in each half. */
function twoOfThem(): number[] {
  const half = WORD_COUNT / 2;
  return [0, half].map((from) => from + Math.floor(Math.random() * half));
}
