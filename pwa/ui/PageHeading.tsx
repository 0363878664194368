import { type ReactNode, useEffect } from "react";
import { notePageReady } from "../lib/page-ready.ts";

/** Appended to each page's title. */
export const SITE_NAME = import.meta.env.VITE_SITE_NAME ?? "Roost";

/** The page's only h1. Sets the document title and receives focus after a navigation. */
export function PageHeading({
  title,
  children,
  className,
}: {
  title: string;
  children?: ReactNode;
  className?: string;
}) {
  useEffect(() => {
    document.title = title === SITE_NAME ? SITE_NAME : `${title} · ${SITE_NAME}`;
  }, [title]);
  useEffect(notePageReady, []);
  return (
    <h1 tabIndex={-1} data-page-heading="" className={className}>
      {children ?? title}
    </h1>
  );
}
