import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import styles from "./HashPage.module.css";
import { SimilarToFile } from "./pictures/SimilarToFile.tsx";
import { Uses } from "./Uses.tsx";

export const SHA256 = /^[0-9a-f]{64}$/i;

/** Field for a hash, which becomes part of the address, so that results can be linked. */
export function HashForm({ hash = "" }: { hash: string | undefined }) {
  const navigate = useNavigate();
  const field = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("hash")).trim();
    void navigate({
      to: "/search_hash",
      search: { hash: typed === "" ? undefined : typed, shared: undefined },
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <label htmlFor={field} className={button.label}>
        {t("hash.field")}
      </label>
      <input
        id={field}
        name="hash"
        className={`${button.field} ${styles.typed}`}
        defaultValue={hash}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <button type="submit" className={button.button}>
        {t("hash.lookUp")}
      </button>
    </form>
  );
}

/** Uses of the file with a typed hash and on request similar images, or a validation error. */
export function HashResult({ hash, isSimilar }: { hash: string; isSimilar: boolean }) {
  const typed = hash.trim().toLowerCase();
  if (!SHA256.test(typed))
    return (
      <p role="alert" className={styles.wrong}>
        {t("hash.invalid")}
      </p>
    );
  return (
    <section className={styles.file}>
      <p className={styles.hash}>{typed}</p>
      <Uses hash={typed} />
      <SimilarToFile hash={typed} isWanted={isSimilar} />
    </section>
  );
}
