import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { partOf } from "#shared/rules/archive-parts.ts";
import { HttpError } from "../../../api/errors.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import page from "../../../ui/Page.module.css";
import styles from "./ArchivePage.module.css";
import { archiveQuery } from "./api.ts";
import { Contents, useArchiveParts } from "./Contents.tsx";
import { listedFiles } from "./entries.ts";
import { innerOf } from "./Inner.tsx";
import { Password } from "./Password.tsx";

/** Contents of an archive file, inline in a post. */
export function ArchiveInside({ hash, name, service }: { hash: string; name: string; service: string }) {
  const { data, error, refetch } = useQuery(archiveQuery(hash));
  const parts = useArchiveParts(hash, partOf(name) !== undefined);
  const files = useMemo(() => (data === undefined ? [] : listedFiles(data)), [data]);
  if (error instanceof HttpError && error.status === 404) return <p>{t("archiveFile.notFound")}</p>;
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
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
        hash={data.file.hash}
        renderInner={innerOf(data.password, service)}
        files={files}
        label={t("archiveFile.contentsOf", { name })}
        parts={parts}
        service={service}
      />
      {data.password === "" || (files.length === 0 && parts?.isComplete === false) ? null : (
        <Password archive={data} />
      )}
      <p>
        <Link to="/file/{-$hash}" params={{ hash }}>
          {t("archiveFile.details")}
        </Link>
      </p>
    </div>
  );
}
