import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { INVALID_PASSWORD, TOO_MANY_ATTEMPTS, UNREADABLE_ARCHIVE } from "#shared/contracts/files.ts";
import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import { HttpError } from "../../../api/errors.ts";
import { errorMessage } from "../../../api/messages.ts";
import { t } from "../../../i18n/index.ts";
import styles from "./ArchivePage.module.css";
import { archiveQuery, sendPassword } from "./api.ts";
import { CopyText } from "./CopyText.tsx";
import { PasswordFields } from "./PasswordFields.tsx";

/** Password: "" means none is required, a string is the password, null is unknown (docs/decisions/0008). */
export function Password({ archive }: { archive: ArchiveFile }) {
  const id = useId();
  return (
    <section className={styles.password} aria-labelledby={id}>
      <h3 id={id}>{t("archiveFile.password")}</h3>
      {archive.password === null ? (
        <PasswordForm hash={archive.file.hash} />
      ) : archive.password === "" ? (
        <p>{t("archiveFile.notRequired")}</p>
      ) : (
        <p className={styles.hash} role="status">
          <code>{archive.password}</code>
          <CopyText text={archive.password} label={t("archiveFile.copyPassword")} />
        </p>
      )}
    </section>
  );
}

function PasswordForm({ hash }: { hash: string }) {
  const client = useQueryClient();
  const attempt = useMutation({
    networkMode: "always", // the device tries it too
    mutationFn: (password: string) => sendPassword(hash, password),
    onSuccess: (archive) => client.setQueryData(archiveQuery(hash).queryKey, archive),
  });
  return (
    <PasswordFields
      hint={t("archiveFile.passwordHint")}
      problem={attempt.error === null ? undefined : refusal(attempt.error)}
      isTrying={attempt.isPending}
      onTry={(password) => attempt.mutate(password)}
    />
  );
}

/** Reason of a rejection, translated if known. */
function refusal(error: Error): string {
  const reason = error instanceof HttpError ? error.message : "";
  if (reason === INVALID_PASSWORD) return t("archiveFile.invalidPassword");
  if (reason === UNREADABLE_ARCHIVE) return t("archiveFile.unreadable");
  if (reason === TOO_MANY_ATTEMPTS) return t("archiveFile.tooMany");
  return errorMessage(error);
}
