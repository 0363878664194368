import { formatNumber, t } from "../../../i18n/index.ts";
import { CARD_SIZE, cardSize, chooseCardSize } from "../../../lib/card-size.ts";
import { LIST_MODES, listMode } from "../../../lib/list-mode.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Slider } from "../../../ui/Slider.tsx";
import { CARD_RULES, cardLook } from "./cards.ts";
import { ListFeeds } from "./ListFeeds.tsx";
import { type OrderProps, OrderSelect } from "./OrderSelect.tsx";
import { ReadLink } from "./ReadLink.tsx";
import { type ListToSave, SaveList } from "./SaveList.tsx";

interface CardChoicesProps {
  order?: OrderProps | undefined;
  /** Shows the dialog that saves the list. */
  onSave?: (list: ListToSave) => void;
}

/** Card settings and list order; applied immediately. */
export function CardChoices({ order, onSave }: CardChoicesProps) {
  const size = cardSize.use();
  const mode = listMode.use();
  const { density, words, shape } = cardLook.use();
  return (
    <>
      {order?.usual === undefined ? null : <OrderSelect search={order.search} usual={order.usual} />}
      <Slider
        label={t("cards.size")}
        min={CARD_SIZE.min}
        max={CARD_SIZE.max}
        step={CARD_SIZE.step}
        value={size}
        text={t("cards.pixels", { size: formatNumber(size) })}
        onChoose={chooseCardSize}
      />
      <Choice
        label={t("cards.mode")}
        value={mode}
        options={LIST_MODES.map((value) => ({ value, label: t("cards.modeName", { value }) }))}
        onChoose={listMode.set}
      />
      <Choice
        label={t("cards.shape")}
        value={shape}
        options={CARD_RULES.shape.map((value) => ({ value, label: t("cards.shapeName", { value }) }))}
        onChoose={(value) => cardLook.choose({ shape: value })}
      />
      <Choice
        label={t("cards.words")}
        value={words}
        options={CARD_RULES.words.map((value) => ({ value, label: t("cards.wordsName", { value }) }))}
        onChoose={(value) => cardLook.choose({ words: value })}
      />
      <Choice
        label={t("cards.density")}
        value={density}
        options={CARD_RULES.density.map((value) => ({ value, label: t("cards.densityName", { value }) }))}
        onChoose={(value) => cardLook.choose({ density: value })}
      />
      {order === undefined ? null : <ReadLink search={order.search} />}
      {order === undefined || onSave === undefined ? null : (
        <SaveList search={order.search} onSave={onSave} />
      )}
      {order === undefined ? null : <ListFeeds search={order.search} />}
      <div>
        <button
          type="button"
          className={button.button}
          onClick={() => {
            cardLook.reset();
            chooseCardSize(undefined);
            listMode.set(undefined);
          }}
        >
          {t("cards.reset")}
        </button>
      </div>
    </>
  );
}
