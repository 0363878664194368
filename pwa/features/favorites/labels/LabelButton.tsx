import { useState } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { OutsideMenu } from "../../../ui/PopoverMenu.tsx";

const LabelDialog = lazyComponent(() => import("./LabelDialog.tsx").then((file) => file.LabelDialog));

/** Item of the creator's menu that opens the dialog of labels and note. */
export function LabelButton({ creator }: { creator: { service: string; id: string; name: string } }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={button.button} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="tag" size={18} />
        {t("labels.open")}
      </button>
      {isOpen ? (
        <OutsideMenu>
          <LabelDialog creator={creator} onClose={() => setIsOpen(false)} />
        </OutsideMenu>
      ) : null}
    </>
  );
}
