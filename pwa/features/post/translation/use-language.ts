import { useEffect, useState } from "react";
import { afterLoad } from "../../../lib/after-load.ts";

const AFTER_LOAD_MS = 500;

/** Language of a text, once detected. @param text without markup */
export function useLanguage(text: string): string | undefined {
  const [found, setFound] = useState<{ text: string; language: string | undefined }>();
  useEffect(() => {
    if (text === "") return;
    let isLeft = false;
    afterLoad(async () => {
      const { detectLanguage } = await import("./language.ts");
      const language = await detectLanguage(text);
      if (!isLeft) setFound({ text, language });
    }, AFTER_LOAD_MS);
    return () => {
      isLeft = true;
    };
  }, [text]);
  return found?.text === text ? found.language : undefined;
}
