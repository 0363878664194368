import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Group } from "#shared/entities/group.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { plain, t } from "../../../i18n/index.ts";
import { site } from "../../../lib/site.ts";
import button from "../../../ui/Button.module.css";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import styles from "./Administration.module.css";
import { GroupForm } from "./GroupForm.tsx";
import { groupsQuery } from "./groups-api.ts";
import { RatingRules } from "./RatingRules.tsx";
import { Ratings } from "./Ratings.tsx";

/** `/account/administrator/groups`: what groups of accounts see, and the ratings of creators. */
export function GroupsPage({ o }: { o: string | undefined }) {
  const query = useQuery(groupsQuery());
  const [edited, setEdited] = useState<number | "new">();
  const isForMembers = site().access === "members";
  return (
    <div className={page.page}>
      <PageHeading title={t("groups.title")} />
      <p className={styles.soft}>{t("groups.about")}</p>
      {isForMembers ? null : <p role="status">{t("groups.needMembers")}</p>}
      <Loaded query={query} label={t("groups.loading")} skeleton={styles.ghost}>
        {(groups) => (
          <>
            {groups.length === 0 && edited === undefined ? <p>{t("groups.none")}</p> : null}
            <ul className={styles.list}>
              {groups.map((group) => (
                <li key={group.id} className={styles.row}>
                  {edited === group.id ? (
                    <GroupForm group={group} onClose={() => setEdited(undefined)} />
                  ) : (
                    <Summary group={group} onEdit={() => setEdited(group.id)} />
                  )}
                </li>
              ))}
            </ul>
            {edited === "new" ? (
              <GroupForm onClose={() => setEdited(undefined)} />
            ) : isForMembers ? (
              <p>
                <button type="button" className={button.button} onClick={() => setEdited("new")}>
                  {t("groups.add")}
                </button>
              </p>
            ) : null}
          </>
        )}
      </Loaded>
      <RatingRules />
      <Ratings o={o} />
    </div>
  );
}

function Summary({ group, onEdit }: { group: Group; onEdit: () => void }) {
  const { id, name, rating, services, creators, accounts } = group;
  return (
    <>
      <bdi>{name}</bdi>
      <span className={styles.soft}>
        {t("groups.seesUpTo", { rating })} ·{" "}
        {t("groups.hides", { services: services.length, creators: creators.length })} ·{" "}
        {t("administration.count", { count: accounts })}
      </span>
      <span className={styles.pages}>
        <Link
          to="/account/administrator/groups/$group"
          params={{ group: String(id) }}
          className={button.button}
          aria-label={plain("groups.sees", { name })}
        >
          {t("groups.preview")}
        </Link>
        <button
          type="button"
          className={button.button}
          aria-label={t("groups.editNamed", { name })}
          onClick={onEdit}
        >
          {t("groups.edit")}
        </button>
      </span>
    </>
  );
}
