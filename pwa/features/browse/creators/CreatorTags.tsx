import { useQuery } from "@tanstack/react-query";
import { t } from "../../../i18n/index.ts";
import { TagList, TagListSkeleton } from "../tags/TagList.tsx";
import { TabBody } from "./TabBody.tsx";
import { type CreatorId, creatorTagsQuery } from "./tab-api.ts";

/** `/:service/user/:id/tags`: links to the creator's posts by tag. */
export function CreatorTags({ params }: { params: CreatorId }) {
  const query = useQuery(creatorTagsQuery(params));
  return (
    <TabBody
      query={query}
      isEmpty={(tags) => tags.length === 0}
      empty={t("tags.none")}
      skeleton={<TagListSkeleton />}
    >
      {(tags) => <TagList tags={tags} creator={params} />}
    </TabBody>
  );
}
