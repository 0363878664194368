import { CatchBoundary } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t } from "../i18n/index.ts";

/** Confines an error to one comment, message or embed, so that the rest of the page stays. */
export function PartBoundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={Unavailable}>
      {children}
    </CatchBoundary>
  );
}

function Unavailable() {
  return <p role="note">{t("html.failed")}</p>;
}
