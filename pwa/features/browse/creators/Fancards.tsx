import { useQuery } from "@tanstack/react-query";
import type { Fancard } from "#shared/entities/notice.ts";
import { t } from "../../../i18n/index.ts";
import { previewAddress } from "../../../lib/addresses.ts";
import { day } from "../../../lib/dates.ts";
import { fileAddress } from "../../../lib/file-address.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { CoverSign } from "../../reading/content-warning/HiddenMedia.tsx";
import styles from "./Tab.module.css";
import { TabBody, TabSkeleton } from "./TabBody.tsx";
import { type CreatorId, fancardsQuery } from "./tab-api.ts";

/** `/fanbox/user/:id/fancards`: membership cards, newest import first. */
export function Fancards({ params }: { params: CreatorId }) {
  const query = useQuery(fancardsQuery(params.id));
  return (
    <TabBody
      query={query}
      isEmpty={(cards) => cards.length === 0}
      empty={t("creator.fancards.empty")}
      skeleton={<TabSkeleton shape="cards" label={t("creator.fancards.loading")} />}
    >
      {(cards) => (
        <ul className={styles.cards}>
          {cards.map((card) => (
            <li key={card.id}>
              <Card card={card} />
            </li>
          ))}
        </ul>
      )}
    </TabBody>
  );
}

function Card({ card: { path, added, price } }: { card: Fancard }) {
  return (
    <a
      className={styles.fancard}
      href={fileAddress({ name: "", path })}
      target="_blank"
      rel="noopener"
      data-cover="fanbox"
      aria-label={t("creator.fancards.open", { date: day(added) })}
    >
      <img src={previewAddress(path, 800)} alt="" width={800} height={500} loading="lazy" decoding="async" />
      <CoverSign service="fanbox" />
      <span className={styles.caption}>
        <DateText iso={added} />
        {price === "" ? null : <span dir="auto">{t("creator.fancards.price", { price })}</span>}
      </span>
    </a>
  );
}
