import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { MAX_UPLOAD_TITLE } from "#shared/rules/uploads.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { useLoggedIn } from "../../lib/session.ts";
import { formatSize } from "../../lib/sizes.ts";
import button from "../../ui/Button.module.css";
import { Field } from "../../ui/Field.tsx";
import { type LeftOutFile, LeftOutList } from "../../ui/LeftOutList.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { AccountLinks } from "../account/RequireAccount.tsx";
import { type CreatorId, rulesQuery } from "./api.ts";
import { draftFor, dropDraft, keepDraft } from "./draft.ts";
import { FileChooser } from "./FileChooser.tsx";
import { SendList } from "./SendList.tsx";
import { type Picked, uploads } from "./sender.ts";
import styles from "./Uploads.module.css";

/** `/posts/upload`: uploads files for one creator. */
export function UploadPage({ service, user }: { service: string | undefined; user: string | undefined }) {
  const creator = service === undefined || user === undefined ? undefined : { service, user };
  const { data, error, refetch } = useQuery(rulesQuery(creator ?? {}));
  const isIn = useLoggedIn();
  if (error !== null && data === undefined)
    return <Failure error={error} isPage onRetry={() => void refetch()} />;
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("uploads.title")} />
        {data?.creator == null || creator === undefined ? null : (
          <Link to="/$service/user/$id" params={{ service: creator.service, id: creator.user }}>
            <bdi>{data.creator}</bdi>
          </Link>
        )}
      </header>
      {data === undefined ? (
        <div role="status" aria-label={t("uploads.loading")}>
          <div className={`${styles.ghost} ${page.skeleton}`} />
        </div>
      ) : data.mode === "off" ? (
        <p>{t("uploads.off")}</p>
      ) : !isIn && !data.anonymous ? (
        <NeedsAccount />
      ) : creator === undefined ? (
        <p className={styles.form}>
          {t("uploads.noCreator")}
          <Link to="/artists" className={button.button}>
            {t("uploads.browse")}
          </Link>
        </p>
      ) : (
        <Form
          key={`${creator.service}/${creator.user}`}
          creator={creator}
          maxBytes={data.max_bytes}
          isModerated={data.mode === "moderated"}
        />
      )}
      <SendList />
      {isIn ? <Link to="/account/posts/upload">{t("uploads.own")}</Link> : null}
    </div>
  );
}

function NeedsAccount() {
  return (
    <>
      <p>{t("uploads.needsAccount")}</p>
      <p className={styles.buttons}>
        <AccountLinks />
      </p>
    </>
  );
}

interface FormProps {
  creator: CreatorId;
  maxBytes: number;
  isModerated: boolean;
}

function Form({ creator: { service, user }, maxBytes, isModerated }: FormProps) {
  const [draft] = useState(() => draftFor(service, user));
  const [leftOut, setLeftOut] = useState<LeftOutFile[]>([]);
  useEffect(() => {
    keepDraft(draft);
    return dropDraft; // not called on a reload
  }, [draft]);
  const add = useCallback(
    (picked: Picked[], others: LeftOutFile[]) => {
      const problemOf = ({ size }: File) =>
        size === 0 ? t("leftOut.empty") : size > maxBytes ? t("uploads.tooLarge") : undefined;
      const refused = picked.flatMap(({ file }) => {
        const reason = problemOf(file);
        return reason === undefined ? [] : [{ path: file.webkitRelativePath || file.name, reason }];
      });
      setLeftOut([...refused, ...others]);
      const fits = picked.filter(({ file }) => problemOf(file) === undefined);
      uploads.add(fits, { ...draft, title: draft.title.trim() });
    },
    [draft, maxBytes],
  );
  return (
    <div className={styles.form}>
      <Field
        label={t("uploads.name")}
        name="title"
        hint={t("uploads.nameHint")}
        maxLength={MAX_UPLOAD_TITLE}
        defaultValue={draft.title}
        onChange={({ target }) => {
          draft.title = target.value;
          keepDraft(draft);
        }}
      />
      <FileChooser onPicked={add} />
      <div role="status">
        <LeftOutList title={t("uploads.leftOut", { count: leftOut.length })} files={leftOut} />
      </div>
      <p className={styles.soft}>
        {t("uploads.limit", { size: formatSize(maxBytes) })} {isModerated ? t("uploads.moderated") : null}
      </p>
    </div>
  );
}
