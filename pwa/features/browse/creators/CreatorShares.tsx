import { useQuery } from "@tanstack/react-query";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { Paginator } from "../../../ui/Paginator.tsx";
import { ShareCard } from "../../uploads/shares/ShareCard.tsx";
import styles from "./Tab.module.css";
import { TabBody, TabSkeleton } from "./TabBody.tsx";
import { type CreatorId, creatorSharesQuery } from "./tab-api.ts";

/** `/:service/user/:id/shares`: uploads by visitors for this creator. */
export function CreatorShares({ params, o }: { params: CreatorId; o: string | undefined }) {
  const query = useQuery(creatorSharesQuery(params, o));
  return (
    <TabBody
      query={query}
      isEmpty={({ shares }) => shares.length === 0}
      empty={t("shares.empty")}
      skeleton={<TabSkeleton shape="cards" label={t("creator.shares.loading")} />}
    >
      {({ shares, total }) => (
        <>
          <ul className={styles.cards} aria-busy={query.isPlaceholderData}>
            {shares.map((share) => (
              <li key={share.id}>
                <ShareCard share={share} />
              </li>
            ))}
          </ul>
          <Paginator offset={offsetNumber(o)} count={total} label={t("creator.shares.pages")} />
        </>
      )}
    </TabBody>
  );
}
