import type { CreatorProfile } from "#shared/entities/creator.ts";
import { type Paysite, paysite } from "#shared/paysites/index.ts";
import { iconAddress } from "../../lib/addresses.ts";
import { day } from "../../lib/dates.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Icon } from "../../ui/Icon.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import { Banner } from "./CreatorCard.tsx";
import styles from "./CreatorHeader.module.css";

export function CreatorHeader({ profile }: { profile: CreatorProfile }) {
  const site: Paysite = paysite(profile.service);
  return (
    <header className={styles.header}>
      <div className={styles.banner}>
        <Banner service={profile.service} id={profile.id} />
      </div>
      <div className={styles.identity}>
        <span className={styles.icon}>
          <Avatar src={iconAddress(profile.service, profile.id)} name={profile.name} size={96} />
        </span>
        <div className={styles.text}>
          <PageHeading title={profile.name} className={styles.name} />
          <p className={styles.facts}>
            <ServiceMark service={profile.service} />
            <span>
              {profile.post_count.toLocaleString("en")} {profile.post_count === 1 ? "post" : "posts"}
            </span>
            <span>
              Updated <time dateTime={day(profile.updated)}>{day(profile.updated)}</time>
            </span>
            {site.profileUrl === undefined ? null : (
              <a
                className={styles.out}
                href={site.profileUrl(profile.id)}
                target="_blank"
                rel="noopener noreferrer nofollow"
              >
                Profile on {site.title}
                <Icon name="external" size={16} />
              </a>
            )}
          </p>
        </div>
      </div>
    </header>
  );
}

export function CreatorHeaderSkeleton() {
  return (
    <div className={styles.header} role="status" aria-label="Loading the creator">
      <div className={`${styles.banner} ${page.skeleton}`} />
      <div className={styles.identity}>
        <span className={`${styles.icon} ${styles.ghost} ${page.skeleton}`} />
      </div>
    </div>
  );
}
