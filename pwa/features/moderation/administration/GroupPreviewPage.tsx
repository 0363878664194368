import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { GroupPreview } from "#shared/entities/group.ts";
import { Failure } from "../../../api/Failure.tsx";
import { plain, t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { offsetNumber } from "../../../lib/list-search.ts";
import button from "../../../ui/Button.module.css";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import styles from "./Administration.module.css";
import { groupPreviewQuery } from "./groups-api.ts";

/** `/account/administrator/groups/:group`: what a group sees. */
export function GroupPreviewPage({ group, o }: { group: string; o: string | undefined }) {
  const { data, error, refetch } = useQuery(groupPreviewQuery(group, o));
  if (error !== null && data === undefined)
    return <Failure error={error} isPage onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div className={page.page} role="status" aria-label={t("groups.loadingPreview")}>
        <div className={`${styles.ghost} ${page.skeleton}`} />
      </div>
    );
  const { name, hidden, creators } = data;
  return (
    <div className={page.page}>
      <PageHeading title={plain("groups.sees", { name })}>
        <Rich id="groups.sees" values={{ name }} tags={{ name: (text) => <bdi>{text}</bdi> }} />
      </PageHeading>
      <Numbers preview={data} />
      <section className={styles.part} aria-labelledby="hidden">
        <h2 id="hidden">{t("groups.hiddenCreators")}</h2>
        {hidden.creators === 0 ? (
          <p className={styles.soft}>{t("groups.noneHidden")}</p>
        ) : (
          <>
            <ul className={styles.list}>
              {creators.map(({ service, id, name, rule }) => (
                <li key={`${service}/${id}`} className={styles.row}>
                  <Link to="/$service/user/$id" params={{ service, id }}>
                    <bdi>{name}</bdi>
                  </Link>
                  <span className={styles.soft}>{t("groups.hiddenBy", { rule })}</span>
                </li>
              ))}
            </ul>
            <Paginator offset={offsetNumber(o)} count={hidden.creators} label={t("groups.previewPages")} />
          </>
        )}
      </section>
      <p>
        <Link to="/account/administrator/groups" className={button.button}>
          {t("groups.back")}
        </Link>
      </p>
    </div>
  );
}

function Numbers({ preview: { seen, hidden } }: { preview: GroupPreview }) {
  const rows = [
    ["services", t("groups.services")],
    ["creators", t("groups.creators")],
    ["posts", t("groups.posts")],
    ["files", t("groups.files")],
  ] as const;
  return (
    <dl className={styles.facts}>
      {rows.map(([key, label]) => (
        <Fragment key={key}>
          <dt>{label}</dt>
          <dd>{t("groups.seenAndHidden", { seen: seen[key], hidden: hidden[key] })}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
