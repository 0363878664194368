import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { refusalText } from "../../account/messages.ts";
import { forgetGivenWords, givenWords } from "./given-words.ts";
import { RefusedError } from "./protocol.ts";
import styles from "./Sync.module.css";
import { join } from "./setup.ts";
import { syncStatus } from "./start.ts";
import { bytesOf, splitWords, unknownWords, WORD_COUNT } from "./words.ts";

/** Form for the words of another device, filled in from a scanned code. */
export function JoinForm({ account }: { account: number }) {
  const id = useId();
  const [text, setText] = useState(givenWords);
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (words: string[]) => join(account, words),
    onSuccess: () => {
      forgetGivenWords();
      syncStatus.set("idle");
    },
    onError: (error) => setProblem(error instanceof RefusedError ? t("sync.otherWords") : refusalText(error)),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const words = splitWords(text);
    const found = problemOf(words);
    setProblem(found);
    if (found === undefined && !isPending) mutate(words);
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-busy={isPending}>
      <label className={button.label} htmlFor={id}>
        {t("sync.words")}
      </label>
      <textarea
        id={id}
        className={`${button.field} ${styles.typed}`}
        value={text}
        rows={3}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        aria-describedby={`${id}-hint ${id}-problem`}
        aria-invalid={problem !== undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={styles.soft}>
        {t("sync.wordsHint")}
      </p>
      <p id={`${id}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
      <button type="submit" className={`${button.button} ${button.primary}`} disabled={isPending}>
        {t("sync.join")}
      </button>
    </form>
  );
}

function problemOf(words: readonly string[]): string | undefined {
  const unknown = unknownWords(words);
  if (unknown.length > 0) return t("sync.unknownWords", { words: unknown.join(", ") });
  if (words.length !== WORD_COUNT) return t("sync.wordCount", { count: words.length });
  return bytesOf(words) === undefined ? t("sync.mistyped") : undefined;
}
