import { Link } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import type { CreatorProfile } from "#shared/entities/creator.ts";
import { formatNumber, type MessageId, t } from "../../../i18n/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./CreatorTabs.module.css";
import { ADDRESSES, type ShownTab, type Tab, tabsOf } from "./tabs.ts";

const LABELS = {
  posts: "creator.tab.posts",
  fancards: "creator.tab.fancards",
  announcements: "creator.tab.announcements",
  tags: "creator.tab.tags",
  dms: "creator.tab.dms",
  shares: "creator.tab.shares",
  community: "creator.tab.community",
  links: "creator.tab.links",
  recommended: "creator.tab.recommended",
} as const satisfies Record<Tab, MessageId>;

export interface CreatorTabsProps {
  params: { service: string; id: string };
  profile: CreatorProfile | undefined;
  current: Tab | undefined;
}

/** Tabs of a creator's page; tabs without content are omitted. */
export function CreatorTabs({ params, profile, current }: CreatorTabsProps) {
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the tabs change
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (bar.current === null || tab === null || tab === undefined) return;
    bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2;
  }, [current, profile]);
  return (
    <nav ref={bar} className={styles.tabs} aria-label={t("creator.tabs")}>
      {tabsOf(params.service, profile).map((shown) => (
        <Link
          key={shown.tab}
          to={ADDRESSES[shown.tab]}
          params={params}
          search={{}}
          resetScroll={false}
          className={styles.tab}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={shown.tab === current ? "page" : undefined}
        >
          <TabLabel shown={shown} />
        </Link>
      ))}
    </nav>
  );
}

function TabLabel({ shown: { tab, count, isLinked } }: { shown: ShownTab }) {
  return (
    <>
      {t(LABELS[tab])}
      {count === undefined ? null : <span className={styles.count}>{formatNumber(count)}</span>}
      {isLinked === true ? (
        <span className={styles.check}>
          <Icon name="check" size={16} />
          <span className="sr-only">{t("creator.tab.linked")}</span>
        </span>
      ) : null}
    </>
  );
}
