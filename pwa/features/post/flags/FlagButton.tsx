import { lazy, Suspense, useId, useState } from "react";
import { t } from "../../../i18n/index.ts";
import { useHydrated } from "../../../lib/environment.ts";
import { useLoggedIn } from "../../../lib/session.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { OutsideMenu } from "../../../ui/PopoverMenu.tsx";
import type { FlaggedPost } from "./FlagDialog.tsx";

const loadDialog = () => import("./FlagDialog.tsx");
const FlagDialog = lazy(() => loadDialog().then((file) => ({ default: file.FlagDialog })));

export interface FlagButtonProps {
  post: FlaggedPost;
  /** Reason of its flag. */
  flagged: string | null;
}

/** Reports a problem with a post. Requires an account; a post has at most one flag. */
export function FlagButton({ post, flagged }: FlagButtonProps) {
  const id = useId();
  const hasAccount = useLoggedIn();
  const isHydrated = useHydrated();
  const [isOpen, setIsOpen] = useState(false);
  if (flagged !== null) return null;
  const isOff = !(hasAccount && isHydrated);
  return (
    <>
      <button
        type="button"
        className={button.button}
        aria-haspopup="dialog"
        aria-disabled={isOff}
        aria-describedby={isOff ? id : undefined}
        title={isOff ? t("flags.needsAccount") : undefined}
        onClick={() => setIsOpen(!isOff)}
      >
        <Icon name="warning" size={18} />
        {t("flags.flag")}
      </button>
      <span id={id} hidden>
        {t("flags.needsAccount")}
      </span>
      {isOpen ? (
        <OutsideMenu>
          <Suspense fallback={null}>
            <FlagDialog post={post} onClose={() => setIsOpen(false)} />
          </Suspense>
        </OutsideMenu>
      ) : null}
    </>
  );
}
