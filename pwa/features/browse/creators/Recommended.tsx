import { useQuery } from "@tanstack/react-query";
import { formatNumber, t } from "../../../i18n/index.ts";
import { CreatorCard } from "./CreatorCard.tsx";
import { CreatorGrid } from "./CreatorGrid.tsx";
import { TabBody, TabSkeleton } from "./TabBody.tsx";
import { type CreatorId, recommendedQuery } from "./tab-api.ts";

/** `/:service/user/:id/recommended`: similar creators, most similar first. */
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
        <CreatorGrid creators={creators}>
          {(creator) => (
            <CreatorCard
              creator={creator}
              note={t("creator.recommended.score", {
                share: formatNumber(creator.score, { style: "percent" }),
              })}
            />
          )}
        </CreatorGrid>
      )}
    </TabBody>
  );
}
