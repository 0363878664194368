import { Link, useRouter } from "@tanstack/react-router";
import { t } from "../i18n/initial.ts";
import button from "./Button.module.css";
import empty from "./EmptyState.module.css";
import { Logo } from "./Logo.tsx";
import { PageHeading } from "./PageHeading.tsx";

/** Page for unknown addresses. */
export function NotFound() {
  const router = useRouter();
  return (
    <section className={empty.card}>
      <span className={empty.scene}>
        <Logo size={72} />
      </span>
      <PageHeading title={t("notFound.title")} />
      <p>{t("notFound.text")}</p>
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
