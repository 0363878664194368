import { Suspense, useState } from "react";
import { t } from "../../i18n/index.ts";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { PrivateSettings } from "../account/private-session/lazy.ts";
import { BackupSection } from "../library/backup/BackupSection.tsx";
import { InstallSettings } from "../library/install/lazy.ts";
import { QueueList } from "../library/queue/lazy.ts";
import { MediaSettings } from "../reading/content-warning/lazy.ts";
import { MuteSettings } from "../reading/mutes/MuteSettings.tsx";
import { SeenSettings } from "../reading/seen/SeenSettings.tsx";
import { OwnedFilesSection } from "../search/owned-files/OwnedFilesSection.tsx";
import { Appearance } from "./Appearance.tsx";
import { BrowsingCache } from "./BrowsingCache.tsx";
import { DataSaver } from "./DataSaver.tsx";
import { Lists } from "./Lists.tsx";
import { ReaderSection } from "./ReaderSection.tsx";
import { SectionIndex } from "./SectionIndex.tsx";
import styles from "./SettingsPage.module.css";
import { ShortcutSection } from "./shortcuts/ShortcutSection.tsx";

/** `/settings`: settings of this device. Each feature provides its own section. */
export function SettingsPage() {
  // State, not a ref: effects of the index inside run before the ref of its parent is set.
  const [page, setPage] = useState<HTMLElement | null>(null);
  return (
    <div ref={setPage} className={styles.page}>
      <PageHeading title={t("settings.title")} />
      <p className={styles.intro}>{t("settings.intro")}</p>
      <Suspense fallback={null}>
        <SectionIndex page={page} />
        <div className={styles.sections}>
          <Appearance />
          <Lists />
          <MediaSettings />
          <SeenSettings />
          <PrivateSettings />
          <MuteSettings />
          <ReaderSection />
          <DataSaver />
          <BrowsingCache />
          <OwnedFilesSection />
          <InstallSettings />
          <BackupSection />
          <ShortcutSection />
          <QueueList />
        </div>
      </Suspense>
    </div>
  );
}
