import { type MessageId, t } from "../../../i18n/index.ts";
import { PopoverMenu } from "../../../ui/PopoverMenu.tsx";
import { ScreenIcon, type ScreenIconName } from "../../../ui/ScreenIcon.tsx";
import { LAYOUTS, type Layout, ORDERS, type Order, viewerLayout, viewerOrder } from "./layout.ts";
import styles from "./Viewer.module.css";

const LAYOUT_ICONS: Record<Layout, ScreenIconName> = { one: "page", two: "book", strip: "rows" };
const ORDER_ICONS: Record<Order, ScreenIconName> = { ltr: "next", rtl: "previous" };

/** Menu of how images are laid out and in which order they are read. */
export function LayoutMenu() {
  const layout = viewerLayout.use();
  const order = viewerOrder.use();
  return (
    <PopoverMenu
      label={t("viewer.layout")}
      className={styles.tool ?? ""}
      face={<ScreenIcon name={LAYOUT_ICONS[layout]} size={22} />}
    >
      {LAYOUTS.map((one) => (
        <Choice
          key={one}
          icon={LAYOUT_ICONS[one]}
          label={`viewer.layout.${one}`}
          isChosen={one === layout}
          onChoose={() => viewerLayout.set(one)}
        />
      ))}
      <hr className={styles.divider} />
      {ORDERS.map((one) => (
        <Choice
          key={one}
          icon={ORDER_ICONS[one]}
          label={`viewer.order.${one}`}
          isChosen={one === order}
          onChoose={() => viewerOrder.set(one)}
        />
      ))}
    </PopoverMenu>
  );
}

interface ChoiceProps {
  icon: ScreenIconName;
  label: MessageId;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ icon, label, isChosen, onChoose }: ChoiceProps) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose}>
      <ScreenIcon name={icon} />
      <span className={styles.choice}>{t(label)}</span>
      {isChosen ? <ScreenIcon name="check" /> : null}
    </button>
  );
}
