import { useQuery } from "@tanstack/react-query";
import { t } from "../../../i18n/index.ts";
import { FavoriteAllButton } from "../../favorites/FavoriteAllButton.tsx";
import { MuteAllButton } from "../../reading/mutes/MuteButton.tsx";
import { profileQuery } from "../profile-api.ts";
import grid from "./CreatorCard.module.css";
import { CreatorCard } from "./CreatorCard.tsx";
import styles from "./Tab.module.css";
import { TabBody, TabSkeleton } from "./TabBody.tsx";
import { type CreatorId, linksQuery } from "./tab-api.ts";

interface NamedCreator extends CreatorId {
  name: string;
}
const named = ({ service, id, name }: NamedCreator): NamedCreator => ({ service, id, name });

/** `/:service/user/:id/links`: the other accounts of the same person. */
export function CreatorLinks({ params }: { params: CreatorId }) {
  const query = useQuery(linksQuery(params));
  const { data: profile } = useQuery(profileQuery(params));
  return (
    <div className={styles.tab}>
      <TabBody
        query={query}
        isEmpty={(links) => links.length === 0}
        empty={t("creator.links.empty")}
        skeleton={<TabSkeleton shape="creators" label={t("creator.links.loading")} />}
      >
        {(links) => (
          <>
            <ul className={grid.grid}>
              {links.map((creator) => (
                <li key={`${creator.service}/${creator.id}`}>
                  <CreatorCard creator={creator} />
                </li>
              ))}
            </ul>
            {profile === undefined ? null : <ForAll creators={[profile, ...links].map(named)} />}
          </>
        )}
      </TabBody>
    </div>
  );
}

/** Actions on all linked profiles. */
function ForAll({ creators }: { creators: NamedCreator[] }) {
  return (
    <div className={styles.buttons}>
      <FavoriteAllButton creators={creators} />
      <MuteAllButton creators={creators} />
    </div>
  );
}
