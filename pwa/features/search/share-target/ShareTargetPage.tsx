import { Link, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { t } from "../../../i18n/index.ts";
import { archivePathIn } from "../../../lib/archive-links.ts";
import button from "../../../ui/Button.module.css";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";

/** `/shared`: target of other apps' share menus; redirects to the archived page of a shared link. */
export function IncomingPage({ texts }: { texts: string[] }) {
  const path = archivePathIn(texts.join("\n"), location.origin);
  const { history } = useRouter();
  useEffect(() => {
    if (path !== undefined) history.replace(path);
  }, [history, path]);
  if (path !== undefined) return null;
  const words = (texts.find((text) => !/^\s*https?:\S+\s*$/.test(text)) ?? "").trim().slice(0, 200);
  return (
    <div className={page.page}>
      <PageHeading title={t("shareTarget.title")} />
      <EmptyState message={t(texts.length === 0 ? "shareTarget.empty" : "shareTarget.unknown")}>
        {words === "" ? null : (
          <Link to="/posts" search={{ q: words }} className={button.button}>
            {t("shareTarget.search")}
          </Link>
        )}
      </EmptyState>
      {texts.map((text) => (
        <p key={text} className={page.note} dir="auto">
          {text}
        </p>
      ))}
    </div>
  );
}
