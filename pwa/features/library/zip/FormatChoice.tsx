import { formatNumber, t } from "../../../i18n/index.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { chosenFormat, FORMATS, type Format, IMAGE_SIZES, type ImageSize } from "./format.ts";

const SIZES = Object.keys(IMAGE_SIZES) as ImageSize[];

interface FormatChoiceProps {
  format: Format;
  size: ImageSize;
  onSize: (size: ImageSize) => void;
}

/** Format of the file; of comics and books also the size of the images. */
export function FormatChoice({ format, size, onSize }: FormatChoiceProps) {
  return (
    <>
      <Choice
        label={t("zip.format")}
        note={t("zip.formatNote", { format })}
        value={format}
        options={FORMATS.map((value) => ({ value, label: value }))}
        onChoose={chosenFormat.set}
      />
      {format === "ZIP" ? null : (
        <Choice
          label={t("zip.imageSize")}
          value={size}
          options={SIZES.map((value) => ({
            value,
            label: t("zip.imageSizeName", { value, pixels: formatNumber(IMAGE_SIZES[value] ?? 0) }),
          }))}
          onChoose={onSize}
        />
      )}
    </>
  );
}
