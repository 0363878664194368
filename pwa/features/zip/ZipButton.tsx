import { lazy, Suspense, useState } from "react";
import type { Comment, PostEnvelope } from "#shared/entities/post.ts";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { Icon } from "../../ui/Icon.tsx";

const ZipDialog = lazy(() => import("./ZipDialog.tsx").then((file) => ({ default: file.ZipDialog })));

export interface ZipProps {
  envelope: PostEnvelope;
  /** Name of the creator. */
  creator: string;
  /** Asked when they are wanted. @throws where they cannot be had */
  comments: () => Promise<readonly Comment[]>;
}

/** Takes a post out of the app, as one file. */
export function ZipButton(props: ZipProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={button.button} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="files" size={18} />
        {t("zip.open")}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ZipDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
