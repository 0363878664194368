import { formatNumber, t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Slider } from "../../../ui/Slider.tsx";
import styles from "./Reader.module.css";
import { READING_RULES, reading, WIDTHS } from "./reading.ts";

/** Reader settings; applied immediately. */
export function ReaderChoices() {
  const { font, size, line, width, align } = reading.use();
  return (
    <>
      <Choice
        label={t("reader.font")}
        value={font}
        options={READING_RULES.font.map((value) => ({
          value,
          label: <span className={styles[value]}>{t("reader.fontName", { value })}</span>,
        }))}
        onChoose={(value) => reading.choose({ font: value })}
      />
      <Slider
        label={t("reader.size")}
        {...bounds(READING_RULES.size)}
        value={size}
        text={formatNumber(size, { style: "percent" })}
        onChoose={(value) => reading.choose({ size: value })}
      />
      <Slider
        label={t("reader.line")}
        {...bounds(READING_RULES.line)}
        value={line}
        text={formatNumber(line, { minimumFractionDigits: 1 })}
        onChoose={(value) => reading.choose({ line: value })}
      />
      <Choice
        label={t("reader.width")}
        value={width}
        options={WIDTHS.map((value) => ({ value, label: t("reader.widthName", { value }) }))}
        onChoose={(value) => reading.choose({ width: value })}
      />
      <Choice
        label={t("reader.align")}
        value={align}
        options={READING_RULES.align.map((value) => ({ value, label: t("reader.alignName", { value }) }))}
        onChoose={(value) => reading.choose({ align: value })}
      />
      <div>
        <button type="button" className={button.button} onClick={reading.reset}>
          {t("reader.reset")}
        </button>
      </div>
    </>
  );
}

function bounds({ min, max, step }: { min: number; max: number; step: number }) {
  return { min, max, step };
}
