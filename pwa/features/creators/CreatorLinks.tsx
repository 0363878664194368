import { useQuery } from "@tanstack/react-query";
import { t } from "../../i18n/index.ts";
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
