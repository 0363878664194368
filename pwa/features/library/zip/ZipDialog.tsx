import { t } from "../../../i18n/index.ts";
import { chosenFormat } from "./format.ts";
import type { ZipProps } from "./plan.ts";
import { ZipChoice } from "./ZipChoice.tsx";
import { ZipFrame } from "./ZipFrame.tsx";

/** The ZIP of a post. */
export function ZipDialog({ onClose, ...props }: ZipProps & { onClose: () => void }) {
  return (
    <ZipFrame
      title={t("zip.title", { format: chosenFormat.use() })}
      choice={(begin) => <ZipChoice {...props} onBegin={begin} onClose={onClose} />}
      onClose={onClose}
    />
  );
}
