/** Whether the sidebar is open: remembered on wide screens, always retracted on narrow ones, also after a navigation. */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { WIDE } from "../../lib/media-query.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

const KEY = "sidebar";

const isWide = () => matchMedia(WIDE).matches;
const remembered = () => isWide() && readStored(KEY) !== "closed";

export function useSidebar() {
  const [isOpen, setIsOpen] = useState(remembered);
  const router = useRouter();
  useEffect(() => {
    const media = matchMedia(WIDE);
    const follow = () => setIsOpen(remembered());
    media.addEventListener("change", follow);
    const stop = router.subscribe("onBeforeNavigate", () => {
      if (!isWide()) setIsOpen(false);
    });
    return () => {
      media.removeEventListener("change", follow);
      stop();
    };
  }, [router]);
  const set = (next: boolean) => {
    setIsOpen(next);
    if (isWide()) writeStored(KEY, next ? "open" : "closed");
  };
  return { isOpen, toggle: () => set(!isOpen), close: () => set(false) };
}
