import { useQuery } from "@tanstack/react-query";
import { Suspense, useDeferredValue, useMemo } from "react";
import type { CreatorDm } from "#shared/entities/dm.ts";
import { t } from "../../../i18n/index.ts";
import { useFilterText } from "../../../lib/filter-text.ts";
import button from "../../../ui/Button.module.css";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FeedLinks } from "../../../ui/FeedLinks.tsx";
import { PartBoundary } from "../../../ui/PartBoundary.tsx";
import { DmCard } from "../../chat/dms/DmCard.tsx";
import { profileQuery } from "../profile-api.ts";
import styles from "./Tab.module.css";
import { TabBody, TabSkeleton } from "./TabBody.tsx";
import { type CreatorId, creatorDmsQuery } from "./tab-api.ts";

/** Minimum number of DMs with a filter. */
const MIN_FILTERED = 10;

/** `/:service/user/:id/dms`: all of a creator's DMs, first added first. */
export function CreatorDms({ params }: { params: CreatorId }) {
  const query = useQuery(creatorDmsQuery(params));
  return (
    <TabBody
      query={query}
      isEmpty={(dms) => dms.length === 0}
      empty={t("dms.empty")}
      skeleton={<TabSkeleton shape="texts" label={t("creator.dms.loading")} />}
    >
      {(dms) => <DmList dms={dms} params={params} />}
    </TabBody>
  );
}

function DmList({ dms, params }: { dms: CreatorDm[]; params: CreatorId }) {
  const { data: profile } = useQuery(profileQuery(params));
  const [text, setText] = useFilterText();
  const words = useDeferredValue(text.trim().toLowerCase());
  const prepared = useMemo(() => dms.map((dm) => ({ dm, folded: dm.content.toLowerCase() })), [dms]);
  const shown = prepared.filter(({ folded }) => folded.includes(words));
  if (profile === undefined) return <TabSkeleton shape="texts" label={t("creator.dms.loading")} />;
  return (
    <div className={styles.tab}>
      {dms.length < MIN_FILTERED ? null : (
        <input
          className={`${button.field} ${styles.filter}`}
          type="search"
          aria-label={t("creator.dms.filter")}
          placeholder={t("creator.dms.filter")}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState message={t("dms.empty")} />
      ) : (
        <ul className={styles.texts}>
          {shown.map(({ dm }) => (
            <li key={dm.hash}>
              <PartBoundary>
                <DmCard dm={{ ...dm, artist: profile }} />
              </PartBoundary>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        <FeedLinks search={{}} of="dms" />
      </Suspense>
    </div>
  );
}
