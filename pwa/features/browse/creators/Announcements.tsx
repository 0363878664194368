import { useQuery } from "@tanstack/react-query";
import type { Announcement } from "#shared/entities/notice.ts";
import { t } from "../../../i18n/index.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { Html } from "../../../ui/Html.tsx";
import styles from "./Tab.module.css";
import { TabBody, TabSkeleton } from "./TabBody.tsx";
import { announcementsQuery, type CreatorId } from "./tab-api.ts";

/** `/:service/user/:id/announcements`, newest first. */
export function Announcements({ params }: { params: CreatorId }) {
  const query = useQuery(announcementsQuery(params));
  return (
    <TabBody
      query={query}
      isEmpty={(announcements) => announcements.length === 0}
      empty={t("creator.announcements.empty")}
      skeleton={<TabSkeleton shape="texts" label={t("creator.announcements.loading")} />}
    >
      {(announcements) => (
        <ul className={styles.texts}>
          {announcements.map((announcement) => (
            <li key={announcement.hash}>
              <Notice announcement={announcement} />
            </li>
          ))}
        </ul>
      )}
    </TabBody>
  );
}

/** Shows the publication date, or else the day of the import. */
function Notice({ announcement: { service, content, published, added } }: { announcement: Announcement }) {
  const date = published ?? added;
  return (
    <article className={styles.notice}>
      <p className={styles.date}>
        {t(published === null ? "creator.announcements.added" : "creator.announcements.published")}{" "}
        <DateText iso={date} />
      </p>
      <div data-cover-in={service}>
        <Html html={content} />
      </div>
    </article>
  );
}
