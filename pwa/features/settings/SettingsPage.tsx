import { Suspense, useState } from "react";
import { t } from "../../i18n/index.ts";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { BackupSection } from "../backup/public.ts";
import { MediaSettings } from "../content-warning/public.ts";
import { InstallSettings } from "../install/public.ts";
import { MuteSettings } from "../mutes/public.ts";
import { LedgerSection } from "../owned-files/public.ts";
import { PrivateSettings } from "../private-session/public.tsx";
import { QueueList } from "../queue/public.ts";
import { SeenSettings } from "../seen/public.ts";
import { ShortcutSection } from "../shortcuts/public.ts";
import { Appearance } from "./Appearance.tsx";
import { BrowsingCache } from "./BrowsingCache.tsx";
import { DataSaver } from "./DataSaver.tsx";
import { Lists } from "./Lists.tsx";
import { ReaderSection } from "./ReaderSection.tsx";
import { SectionIndex } from "./SectionIndex.tsx";
import styles from "./SettingsPage.module.css";

/** `/settings`: settings of this device. Each feature provides its own section. */
export function SettingsPage() {
  // Not a ref: the index inside is committed before the page's element would be in it.
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
          <LedgerSection />
          <InstallSettings />
          <BackupSection />
          <ShortcutSection />
          <QueueList />
        </div>
      </Suspense>
    </div>
  );
}
