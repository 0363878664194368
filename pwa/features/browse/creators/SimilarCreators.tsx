import type { CreatorListItem } from "#shared/entities/creator.ts";
import { t } from "../../../i18n/index.ts";
import page from "../../../ui/Page.module.css";
import { CreatorCard } from "./CreatorCard.tsx";
import { CreatorGrid } from "./CreatorGrid.tsx";

/** Similar matches of a search for creators, below the exact ones. */
export function SimilarCreators({ creators, exact }: { creators: CreatorListItem[]; exact: number }) {
  return (
    <>
      <p className={page.note} role="status">
        {t("similar.note", { count: exact })}
      </p>
      <CreatorGrid creators={creators}>
        {(creator) => <CreatorCard creator={creator} favorited={creator.favorited} />}
      </CreatorGrid>
    </>
  );
}
