import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { CreatorProfile } from "#shared/entities/creator.ts";
import { isAllowed } from "#shared/rules/roles.ts";
import { profileUrl } from "#shared/services/addresses.ts";
import { type MessageId, t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { iconAddress } from "../../../lib/addresses.ts";
import { day } from "../../../lib/dates.ts";
import { site } from "../../../lib/site.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { PopoverMenu } from "../../../ui/PopoverMenu.tsx";
import { ServiceLink } from "../../../ui/ServiceLink.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { CopyLinkButton, ShareButton } from "../../../ui/ShareLink.tsx";
import { role } from "../../account/device.ts";
import { GuestLinkButton } from "../../account/guest-links/lazy.tsx";
import { FavoriteButton } from "../../favorites/FavoriteButton.tsx";
import { LabelButton } from "../../favorites/labels/LabelButton.tsx";
import { CreatorLabels } from "../../favorites/labels/lazy.tsx";
import { SaveCreatorButton } from "../../library/saved/SaveCreatorButton.tsx";
import { PlayAllButton } from "../../listening/PlayAllButton.tsx";
import { TakeDownLink } from "../../moderation/takedowns/TakeDownLink.tsx";
import { MuteCreatorButton } from "../../reading/mutes/MuteButton.tsx";
import { Banner } from "./CreatorCard.tsx";
import styles from "./CreatorHeader.module.css";
import type { Tab } from "./tabs.ts";

const HideButton = lazyComponent(() =>
  import("../../moderation/hiding/HideButton.tsx").then((file) => file.HideButton),
);

const RateButton = lazyComponent(() =>
  import("../../moderation/ratings/RateButton.tsx").then((file) => file.RateButton),
);

/** Document titles by tab; the heading is always the creator's name. */
const TITLES: Partial<Record<Tab, MessageId>> = {
  fancards: "creator.title.fancards",
  announcements: "creator.title.announcements",
  tags: "creator.title.tags",
  dms: "creator.title.dms",
  shares: "creator.title.shares",
  community: "creator.title.community",
  links: "creator.title.links",
  recommended: "creator.title.recommended",
};

export function CreatorHeader({ profile, tab }: { profile: CreatorProfile; tab: Tab | undefined }) {
  const { service, id, name } = profile;
  const title = tab === undefined ? undefined : TITLES[tab];
  const client = useQueryClient();
  const path = `/${service}/user/${encodeURIComponent(id)}`;
  const ownRole = role.use();
  const isModerator = isAllowed("moderator", ownRole);
  const isAdministrator = isAllowed("administrator", ownRole);
  const canRate = isAdministrator && site().access === "members";
  const linked = profile.relation_id === null ? undefined : () => linkedProfiles(client, profile);
  return (
    <header className={styles.header}>
      <div className={styles.banner}>
        <img className={styles.backdrop} src={iconAddress(service, id)} alt="" decoding="async" />
        <Banner service={service} id={id} />
      </div>
      <div className={styles.identity}>
        <span className={styles.icon}>
          <Avatar src={iconAddress(service, id)} name={name} size={72} />
        </span>
        <div className={styles.text}>
          <PageHeading title={title === undefined ? name : t(title, { name })} className={styles.name}>
            <span dir="auto">{name}</span>
          </PageHeading>
          <Facts profile={profile} />
          <CreatorLabels creator={`${service}/${id}`} />
        </div>
        <div className={styles.act}>
          <FavoriteButton target={{ service, user: id }} name={name} others={linked} />
          <SaveCreatorButton creator={{ service, id, name }} />
          <PopoverMenu label={t("share.more")} className={`${button.button} ${styles.more}`}>
            <ShareButton path={path} title={name} />
            <CopyLinkButton path={path} />
            <GuestLinkButton target={{ service, user: id }} />
            <PlayAllButton creator={{ service, id, name }} />
            <LabelButton creator={{ service, id, name }} />
            <MuteCreatorButton creator={{ service, id, name }} others={linked} />
            <ProfileLink profile={profile} />
            {isModerator ? <HideButton target={{ service, user: id }} name={name} /> : null}
            {canRate ? <RateButton target={{ service, user: id }} /> : null}
            {isAdministrator ? <TakeDownLink address={path} /> : null}
          </PopoverMenu>
        </div>
      </div>
    </header>
  );
}

async function linkedProfiles(client: QueryClient, creator: CreatorProfile) {
  const { linksQuery } = await import("./tab-api.ts");
  const links = await client.ensureQueryData(linksQuery(creator));
  return links.map(({ service, id, name }) => ({ service, id, name }));
}

function Facts({ profile }: { profile: CreatorProfile }) {
  return (
    <p className={styles.facts}>
      <ServiceMark service={profile.service} />
      <span>{t("creator.postCount", { count: profile.post_count })}</span>
      <span>
        <Rich
          id="creator.updated"
          values={{ date: day(profile.updated) }}
          tags={{ time: () => <DateText iso={profile.updated} /> }}
        />
      </span>
    </p>
  );
}

/** The creator's own page on the service. */
function ProfileLink({ profile }: { profile: CreatorProfile }) {
  const href = profileUrl(profile.service, profile.id);
  if (href === undefined) return null;
  return <ServiceLink href={href} service={profile.service} label="creator.profileOn" />;
}

/** Placeholder with the same layout. */
export function CreatorHeaderSkeleton() {
  return (
    <div className={styles.header} role="status" aria-label={t("creator.loading")}>
      <div className={`${styles.banner} ${page.skeleton}`} />
      <div className={styles.identity}>
        <span className={`${styles.icon} ${styles.ghost} ${page.skeleton}`} />
        <div className={styles.text}>
          <span className={`${styles.ghostName} ${page.skeleton}`} />
        </div>
        <div className={styles.act} />
      </div>
    </div>
  );
}
