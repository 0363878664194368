/** Open state of the sidebar: stored on wide screens; on narrow ones closed initially and after each navigation. */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useMedia, WIDE } from "../../lib/media-query.ts";
import { createSetting, oneOf } from "../../lib/setting.ts";

const remembered = createSetting("sidebar", oneOf(["open", "closed"]), "open", { ssr: "sent" });

export function useSidebar() {
  const isWide = useMedia(WIDE);
  const choice = remembered.use();
  const [wasOverlaid, setIsOverlaid] = useState(false);
  const router = useRouter();
  useEffect(() => {
    if (isWide) setIsOverlaid(false);
    return router.subscribe("onBeforeNavigate", () => setIsOverlaid(false));
  }, [router, isWide]);
  const isOverlaid = !isWide && wasOverlaid;
  const isOpen = isWide ? choice === "open" : isOverlaid;
  const set = (next: boolean) => {
    if (isWide) remembered.set(next ? "open" : "closed");
    else setIsOverlaid(next);
  };
  return { isOpen, isOverlaid, toggle: () => set(!isOpen), close: () => set(false) };
}
