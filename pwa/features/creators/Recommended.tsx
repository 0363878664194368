import { useQuery } from "@tanstack/react-query";
import { formatNumber, t } from "../../i18n/index.ts";
import grid from "./CreatorCard.module.css";
import { CreatorCard } from "./CreatorCard.tsx";
import { TabBody, TabSkeleton } from "./TabBody.tsx";
import { type CreatorId, recommendedQuery } from "./tab-api.ts";

/** `/:service/user/:id/recommended`: creators of similar work, most similar first. */
export function Recommended({ params }: { params: CreatorId }) {
  const query = useQuery(recommendedQuery(params));
  return (
    <TabBody
      query={query}
      isEmpty={(creators) => creators.length === 0}
      empty={t("creator.recommended.empty")}
      skeleton={<TabSkeleton shape="creators" label={t("creator.recommended.loading")} />}
    >
      {(creators) => (
        <ul className={grid.grid}>
          {creators.map((creator) => (
            <li key={`${creator.service}/${creator.id}`}>
              <CreatorCard
                creator={creator}
                note={t("creator.recommended.score", {
                  share: formatNumber(creator.score, { style: "percent" }),
                })}
              />
            </li>
          ))}
        </ul>
      )}
    </TabBody>
  );
}
