import { Link, useRouter } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import empty from "../../ui/EmptyState.module.css";
import { Logo } from "../../ui/Logo.tsx";
import { PageHeading } from "../../ui/PageHeading.tsx";

/** Placeholder for parts that are not available yet. */
export function ComingSoonPage() {
  const router = useRouter();
  return (
    <section className={empty.card}>
      <span className={empty.scene}>
        <Logo size={72} />
      </span>
      <PageHeading title={t("comingSoon.title")} />
      <p>{t("comingSoon.uploading")}</p>
      <p className={empty.actions}>
        <Link to="/" className={`${button.button} ${button.primary}`}>
          {t("shell.home")}
        </Link>
        <button type="button" className={button.button} onClick={() => router.history.back()}>
          {t("shell.back")}
        </button>
      </p>
    </section>
  );
}
