import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LINK_ENDED } from "#shared/contracts/guest-links.ts";
import type { FileRef } from "#shared/entities/file.ts";
import type { GuestPost, GuestPostKey } from "#shared/entities/guest-link.ts";
import { kindOf } from "#shared/rules/file-types.ts";
import { extensionOf } from "#shared/rules/files.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { thumbnailAddress } from "../../../lib/addresses.ts";
import { fileAddress } from "../../../lib/file-address.ts";
import { canSaveCopies } from "../../../offline/guest-copies/guest-copies.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { Film } from "../../../ui/Film.tsx";
import { Html } from "../../../ui/Html.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { PostEmbed } from "../../../ui/PostEmbed.tsx";
import { Covered } from "../../reading/content-warning/Covered.tsx";
import { MediaToggle } from "../../reading/content-warning/HiddenMedia.tsx";
import account from "../Account.module.css";
import { guestPostQuery, type OpenedLink, saysOf } from "./api.ts";
import styles from "./Guest.module.css";
import { GuestNote } from "./GuestNote.tsx";
import { GuestSave } from "./GuestSave.tsx";
import { LinkEnded } from "./LinkEnded.tsx";

interface GuestPostProps {
  token: string;
  post: GuestPostKey;
  link: OpenedLink;
}

/** A post with its files, without anything that leads elsewhere in the archive. */
export function GuestPostView({ token, post: key, link }: GuestPostProps) {
  const query = useQuery(guestPostQuery(token, key, link.isCopy));
  if (saysOf(query.error) === LINK_ENDED) return <LinkEnded />;
  return (
    <Loaded query={query} label={t("guest.loading")} skeleton={account.ghost} isPage>
      {(post) => (
        <article className={page.page}>
          <PageHeading title={post.title.trim() || t("post.untitled")}>
            <bdi>{post.title.trim() || t("post.untitled")}</bdi>
          </PageHeading>
          <p className={account.soft}>
            <bdi>{post.creator}</bdi>
            {post.published === null ? null : (
              <>
                {" · "}
                <DateText iso={post.published} />
              </>
            )}
          </p>
          <GuestNote link={link} />
          <p className={account.actions}>
            {link.post !== null ? null : (
              <Link to="/guest" hash={true} className={button.button}>
                {t("guest.allPosts")}
              </Link>
            )}
            <MediaToggle services={[post.service]} />
          </p>
          {token === "" || !canSaveCopies() ? null : <GuestSave token={token} post={post} link={link} />}
          <Content post={post} />
        </article>
      )}
    </Loaded>
  );
}

function Content({ post: { service, content, embed, files } }: { post: GuestPost }) {
  return (
    <>
      <div data-cover-in={service}>
        <Html html={content} />
      </div>
      <PostEmbed embed={embed} />
      <ul className={styles.files} data-cover-in={service}>
        {files.map((file) => (
          <li key={file.path}>
            <FileView service={service} file={file} />
          </li>
        ))}
      </ul>
    </>
  );
}

function FileView({ service, file }: { service: string; file: FileRef }) {
  const address = fileAddress(file);
  const kind = kindOf(extensionOf(file.path));
  if (hasThumbnail(file.path))
    return (
      <Covered service={service} name={file.name}>
        <a href={address} target="_blank" rel="noopener">
          <img src={thumbnailAddress(file.path, 800)} alt={file.name} loading="lazy" />
        </a>
      </Covered>
    );
  return (
    <>
      {kind === "video" ? (
        <Covered service={service} name={file.name}>
          <Film file={file} name={file.name} />
        </Covered>
      ) : kind === "audio" ? (
        // biome-ignore lint/a11y/useMediaCaption: files of posts have none
        <audio controls preload="none" src={address} />
      ) : null}
      <a href={address} download={file.name} className={styles.download}>
        <bdi>{file.name}</bdi>
      </a>
    </>
  );
}
