import { useEffect } from "react";
import { SITE_NAME } from "../../../ui/PageHeading.tsx";

/** The document title is the site name while everything is hidden. */
export function useNeutralTitle(isHidden: boolean): void {
  useEffect(() => {
    const title = document.querySelector("title");
    if (!isHidden || title === null) return;
    let originalTitle = document.title;
    const cover = () => {
      if (document.title === SITE_NAME) return;
      originalTitle = document.title;
      document.title = SITE_NAME;
    };
    cover();
    const renamed = new MutationObserver(cover);
    renamed.observe(title, { childList: true, characterData: true, subtree: true });
    return () => {
      renamed.disconnect();
      document.title = originalTitle;
    };
  }, [isHidden]);
}
