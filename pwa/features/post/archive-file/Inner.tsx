import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import type { FileRef } from "#shared/entities/file.ts";
import { typeOfExtension } from "#shared/rules/file-types.ts";
import { type EntryAddress, entryOfPath, extensionOf } from "#shared/rules/files.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { opensInner } from "../../../offline/archives/answer-worker.ts";
import { ArchiveFault, type DeviceFault } from "../../../offline/archives/faults.ts";
import page from "../../../ui/Page.module.css";
import styles from "./ArchivePage.module.css";
import { innerQuery } from "./api.ts";
import { Contents } from "./Contents.tsx";
import { listedFiles } from "./entries.ts";
import { PasswordFields } from "./PasswordFields.tsx";

interface InnerProps {
  /** The archive file inside of another. */
  archive: EntryAddress;
  name: string;
  /** Password of the archive file around it, which often fits. */
  password: string | null;
  service: string;
}

type FaultText = "archiveFile.notSaved" | "archiveFile.largeEntry";
const FAULTS: Partial<Record<DeviceFault, FaultText>> = {
  "not saved": "archiveFile.notSaved",
  "too large": "archiveFile.largeEntry",
  "too slow": "archiveFile.largeEntry",
};

/** Returns what shows archive files inside of one with this password; null for other files. */
export function innerOf(password: string | null, service: string): (file: FileRef) => ReactNode {
  return ({ name, path }) => {
    const archive = entryOfPath(path);
    if (archive === undefined || !typeOfExtension(extensionOf(name))?.listed || !opensInner()) return null;
    return <Inner archive={archive} name={name} password={password} service={service} />;
  };
}

/** An archive file inside of another, which the device opens. */
function Inner({ archive, name, password, service }: InnerProps): ReactNode {
  const [tried, setTried] = useState<string>();
  const passwords = [tried, password].filter((one) => one !== undefined && one !== null && one !== "");
  const { data, error, isFetching, refetch } = useQuery(innerQuery(archive, passwords as string[]));
  const files = useMemo(() => (data === undefined ? [] : listedFiles(data)), [data]);
  if (error instanceof ArchiveFault)
    return <p role="alert">{t(FAULTS[error.fault] ?? "archiveFile.unreadable")}</p>;
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <p className={page.note} role="status">
        {t("archiveFile.loading")}
      </p>
    );
  return (
    <div className={styles.inside}>
      <Contents
        archive={data}
        hash={archive.hash}
        within={archive.number}
        files={files}
        label={t("archiveFile.contentsOf", { name })}
        parts={undefined}
        service={service}
      />
      {data.password === null ? (
        <PasswordFields
          hint={t("archiveFile.passwordHere")}
          problem={tried === undefined || isFetching ? undefined : t("archiveFile.invalidPassword")}
          isTrying={isFetching}
          onTry={setTried}
        />
      ) : null}
    </div>
  );
}
