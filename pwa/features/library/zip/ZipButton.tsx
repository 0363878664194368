import { lazy, Suspense, useState } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { OutsideMenu } from "../../../ui/PopoverMenu.tsx";
import type { ZipProps } from "./plan.ts";

const ZipDialog = lazy(() => import("./ZipDialog.tsx").then((file) => ({ default: file.ZipDialog })));

/** Downloads a post as a ZIP. */
export function ZipButton(props: ZipProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={button.button} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="files" size={18} />
        {t("zip.open")}
      </button>
      {isOpen ? (
        <OutsideMenu>
          <Suspense fallback={null}>
            <ZipDialog {...props} onClose={() => setIsOpen(false)} />
          </Suspense>
        </OutsideMenu>
      ) : null}
    </>
  );
}
