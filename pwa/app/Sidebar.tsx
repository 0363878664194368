import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { Icon } from "../ui/Icon.tsx";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { PLACES } from "./places.ts";
import styles from "./Sidebar.module.css";

/** Beside the page on wide screens, over it on narrow ones. */
export function Sidebar({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  useEffect(() => {
    if (!isOpen || matchMedia("(min-width: 1020px)").matches) return;
    const closeOnEscape = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [isOpen, onClose]);
  return (
    <>
      <nav id="sidebar" className={styles.sidebar} data-open={isOpen} inert={!isOpen} aria-label="Main">
        {PLACES.map((place) => (
          <Link
            key={place.to}
            to={place.to}
            className={styles.link}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            <Icon name={place.icon} />
            {place.label}
          </Link>
        ))}
        <LanguageSwitch />
      </nav>
      {isOpen ? (
        <button type="button" className={styles.veil} aria-label="Close the sidebar" onClick={onClose} />
      ) : null}
    </>
  );
}
