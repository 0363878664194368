import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import grid from "./CreatorCard.module.css";
import { CreatorCard } from "./CreatorCard.tsx";
import styles from "./Tab.module.css";
import { TabBody, TabSkeleton } from "./TabBody.tsx";
import { type CreatorId, linksQuery } from "./tab-api.ts";

/** `/:service/user/:id/links`: the other accounts of the same person. */
export function CreatorLinks({ params }: { params: CreatorId }) {
  const query = useQuery(linksQuery(params));
  return (
    <div className={styles.tab}>
      <p className={styles.more}>
        <Link to="/$service/user/$id/links/new" params={params} className={button.button}>
          {t("creator.links.new")}
        </Link>
        <span className={styles.hint}>{t("creator.links.needsAccount")}</span>
      </p>
      <TabBody
        query={query}
        isEmpty={(links) => links.length === 0}
        empty={t("creator.links.empty")}
        skeleton={<TabSkeleton shape="creators" label={t("creator.links.loading")} />}
      >
        {(links) => (
          <ul className={grid.grid}>
            {links.map((creator) => (
              <li key={`${creator.service}/${creator.id}`}>
                <CreatorCard creator={creator} />
              </li>
            ))}
          </ul>
        )}
      </TabBody>
    </div>
  );
}

/** `/:service/user/:id/links/new`: asking for a link is done from an account. */
export function NewLink({ params }: { params: CreatorId }) {
  return (
    <div className={styles.texts}>
      <h2>{t("creator.links.new")}</h2>
      <p>{t("creator.links.comingSoon")}</p>
      <p>
        <Link to="/$service/user/$id/links" params={params} className={button.button}>
          {t("creator.links.back")}
        </Link>
      </p>
    </div>
  );
}
