import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { GuestListItem } from "#shared/entities/guest-link.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { previewAddress } from "../../../lib/addresses.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { findGuestPost } from "../../../offline/guest-copies/guest-copies.ts";
import { DateText } from "../../../ui/DateText.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import row from "../../../ui/PostRow.module.css";
import { MediaToggle } from "../../reading/content-warning/HiddenMedia.tsx";
import styles from "../Account.module.css";
import { guestCopyQuery, guestPostsQuery, type OpenedLink } from "./api.ts";
import { GuestNote } from "./GuestNote.tsx";

/** Posts of the creator or collection that a link shows. */
export function GuestPosts({ token, o, link }: { token: string; o: string | undefined; link: OpenedLink }) {
  const query = useQuery(guestPostsQuery(token, o, link.isCopy));
  const copy = useQuery(guestCopyQuery(token)).data;
  return (
    <Loaded query={query} label={t("guest.loading")} skeleton={styles.ghost} isPage>
      {({ name, count, posts }) => (
        <div className={page.page}>
          <PageHeading title={name}>
            <span dir="auto">{name}</span>
          </PageHeading>
          <GuestNote link={link} />
          <p>
            <MediaToggle services={[...new Set(posts.map(({ service }) => service))]} />
          </p>
          <ul className={styles.list}>
            {posts.map((post) => (
              <PostRow
                key={`${post.service}/${post.id}`}
                post={post}
                isSaved={findGuestPost(copy ?? undefined, post) !== undefined}
              />
            ))}
          </ul>
          <Paginator offset={offsetNumber(o)} count={count} label={t("guest.pages")} />
        </div>
      )}
    </Loaded>
  );
}

function PostRow({
  post: { service, id, title, published, file },
  isSaved,
}: {
  post: GuestListItem;
  isSaved: boolean;
}) {
  return (
    <li className={styles.row} data-cover-in={service}>
      <Link to="/guest" search={{ service, post: id }} hash={true} className={row.link}>
        <span className={row.picture}>
          {file !== null && hasThumbnail(file.path) ? (
            <img src={previewAddress(file.path, 360)} alt="" loading="lazy" />
          ) : null}
        </span>
        <span className={row.text}>
          <span className={row.title} dir="auto">
            {title.trim() || t("post.untitled")}
          </span>
          {published === null ? null : (
            <span className={styles.small}>
              <DateText iso={published} />
            </span>
          )}
          {isSaved ? <span className={styles.small}>{t("posts.saved")}</span> : null}
        </span>
      </Link>
    </li>
  );
}
