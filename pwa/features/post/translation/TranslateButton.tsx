import { useEffect, useState } from "react";
import { intlLocale, t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { canTranslate, translateHtml } from "./translate.ts";

export interface TranslateButtonProps {
  html: string;
  language: string;
  isTranslated: boolean;
  /** Called with the translation; undefined restores the original. */
  onChange: (translated: { html: string; language: string } | undefined) => void;
}

/** Switches between the original and its translation; nothing if the browser cannot translate between the languages. */
export function TranslateButton({ html, language, isTranslated, onChange }: TranslateButtonProps) {
  const target = intlLocale();
  const [isPossible, setIsPossible] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    let isLeft = false;
    canTranslate(language, target).then(
      (can) => {
        if (!isLeft) setIsPossible(can);
      },
      () => {}, // treated as unsupported
    );
    return () => {
      isLeft = true;
    };
  }, [language, target]);
  if (!isPossible) return null;
  const translate = async () => {
    setIsBusy(true);
    try {
      onChange({ html: await translateHtml(html, language, target), language: target });
    } catch (error) {
      console.warn("The browser could not translate.", error);
      flash({ text: t("translation.failed") });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={button.button}
      aria-busy={isBusy}
      onClick={() => (isTranslated ? onChange(undefined) : void translate())}
    >
      <Icon name="language" size={18} />
      {t(isTranslated ? "translation.original" : "translation.translate")}
    </button>
  );
}
